// Which frames of a stack are shown, and which runs of them are one line.
import type { Frame } from "../protocol/messages";

export type FrameLine = { kind: "frame"; index: number; frame: Frame } | { kind: "fold"; first: number; count: number };

/** `open` has the first frames of the runs that are not folded. */
export function foldFrames(frames: readonly Frame[], open: ReadonlySet<number>): FrameLine[] {
  const lines: FrameLine[] = [];
  for (let index = 0; index < frames.length;) {
    let end = index;
    while (frames[end]?.library) ++end;
    if (end > index && !open.has(index)) {
      lines.push({ kind: "fold", first: index, count: end - index });
      index = end;
      continue;
    }
    // A user's frame, or an opened run.
    const last = Math.max(end, index + 1);
    for (; index < last; ++index) {
      const frame = frames[index];
      if (frame) lines.push({ kind: "frame", index, frame });
    }
  }
  return lines;
}
