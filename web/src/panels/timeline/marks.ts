// Finding marks: under the pointer, the next one, the next bad one.
import type { Mark, Track } from "../../protocol/messages";

/** One mark of one track. */
export interface Spot {
  track: number;
  mark: Mark;
}

/** The first mark that begins at or after the moment; their number if there is none. */
export function firstFrom(marks: readonly Mark[], time: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.begin_ns ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The mark at the moment, or the nearest within `reach`. */
export function markAt(marks: readonly Mark[], time: number, reach: number): Mark | null {
  const at = firstFrom(marks, time);
  let best: Mark | null = null;
  let nearest = reach;
  for (const mark of [marks[at - 1], marks[at]]) {
    if (!mark) continue;
    const away = time < mark.begin_ns ? mark.begin_ns - time : Math.max(0, time - mark.end_ns);
    if (away <= nearest) {
      nearest = away;
      best = mark;
    }
  }
  return best;
}

/** The mark after (or before) the given one. */
export function neighbour(marks: readonly Mark[], from: number, direction: 1 | -1): Mark | null {
  const at = firstFrom(marks, from);
  if (direction < 0) return marks[at - 1] ?? null;
  return marks[marks[at]?.begin_ns === from ? at + 1 : at] ?? null;
}

/** The next bad mark of all tracks but the steps', which are as bad as what is in them. */
export function nextBad(tracks: readonly Track[], from: number, direction: 1 | -1): Spot | null {
  let best: Spot | null = null;
  tracks.forEach((track, index) => {
    if (track.kind === "steps") return;
    for (const mark of track.marks) {
      if (mark.worst === null || (mark.begin_ns - from) * direction <= 0) continue;
      if (best === null || (best.mark.begin_ns - mark.begin_ns) * direction > 0) best = { track: index, mark };
    }
  });
  return best;
}

/** "train_step" of "__inference_train_step_304". */
export function shortName(label: string): string {
  return label.replace(/^__(?:inference|forward|backward)_(.+)_\d+$/, "$1");
}
