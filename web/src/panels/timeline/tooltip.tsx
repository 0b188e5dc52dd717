// What the mark under the pointer is.
import type { Mark, Track } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { factsOf } from "./mark_text";
import type { Position } from "./track_canvas";

export function Tooltip({ track, mark, at, width }: { track: Track; mark: Mark; at: Position; width: number }) {
  const { title, lines } = factsOf(track, mark);
  const side = at.x > width / 2 ? { right: width - at.x + 12 } : { left: at.x + 14 };
  return (
    <div class="timeline-tooltip" style={{ top: at.y + 16, ...side }} role="presentation">
      <b>{mark.worst !== null && <VerdictMark verdict={mark.worst} />} {title}</b>
      {lines.map((line) => <span key={line}>{line}</span>)}
      {mark.worst !== null && <span>{`${mark.count > 1 ? "the worst is " : ""}${mark.worst}`}</span>}
      {mark.count > 1 && mark.end_ns > mark.begin_ns && <span class="faint">click to zoom in</span>}
    </div>
  );
}
