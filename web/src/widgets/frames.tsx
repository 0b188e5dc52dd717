// A stack of calls, one line each; runs of library frames are folded.
import { useState } from "preact/hooks";

import { counted } from "../base/numbers";
import type { Frame } from "../protocol/messages";
import { foldFrames } from "./frame_folding";
import { Icon } from "./icon";
import { PlaceLink } from "./place_link";
import "./frames.css";

interface FramesProps {
  frames: readonly Frame[];
  op?: number | null;
  /** The frame that is shown elsewhere, marked. */
  isCurrent?: (frame: Frame) => boolean;
}

export function Frames({ frames, op, isCurrent }: FramesProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return (
    <ol class="frames">
      {foldFrames(frames, open).map((line) =>
        line.kind === "fold" ? (
          <li key={`fold ${line.first}`}>
            <button type="button" class="quiet frame-fold" onClick={() => setOpen(new Set([...open, line.first]))}>
              <Icon name="open" size={12} />{`${counted(line.count, "frame")} of libraries`}
            </button>
          </li>
        ) : (
          <li key={line.index} class={isCurrent?.(line.frame) ? "frame frame-current" : "frame"}>
            <PlaceLink place={line.frame} op={op} />
            <span class="frame-function">{line.frame.function}</span>
            <code class="frame-text" title={line.frame.text}>{line.frame.text.trim()}</code>
          </li>
        ))}
    </ol>
  );
}
