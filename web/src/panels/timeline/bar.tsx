// Above the tracks: how much there is, how much of it is seen, and what the signs mean.
import { counted, durationText } from "../../base/numbers";
import { currentRun } from "../../engine/runs";
import type { Timeline } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { lengthOf, type TimeWindow } from "./time_window";

export function Bar({ overview, shown, onFit, onBad }: { overview: Timeline; shown: TimeWindow; onFit: () => void; onBad: (direction: 1 | -1) => void }) {
  const info = currentRun();
  const whole = overview.last_ns - overview.first_ns;
  const part = Math.min(lengthOf(shown), whole);
  const anyBad = overview.tracks.some((track) => track.marks.some((mark) => mark.worst !== null));
  return (
    <div class="timeline-bar">
      <span class="timeline-what">
        {info && [info.steps > 0 ? counted(info.steps, "step") : "", counted(info.executions, "execution"), counted(info.tensors, "tensor")].filter(Boolean).join(" · ")}
      </span>
      <span class="faint">{part < whole * 0.999 ? `${durationText(part)} of ${durationText(whole)}` : durationText(whole)}</span>
      <span class="timeline-legend" aria-hidden="true">
        <span><VerdictMark verdict="origin" /> origin</span>
        <span><VerdictMark verdict="inherited" /> inherited</span>
        <span><VerdictMark verdict="masked" /> masked</span>
        <span><VerdictMark verdict="handled" /> handled</span>
      </span>
      <button type="button" disabled={!anyBad} onClick={() => onBad(-1)} title="Previous bad mark (,)">◂ Bad</button>
      <button type="button" disabled={!anyBad} onClick={() => onBad(1)} title="Next bad mark (.)">Bad ▸</button>
      <button type="button" onClick={onFit} title="Show everything (f)">Fit</button>
    </div>
  );
}
