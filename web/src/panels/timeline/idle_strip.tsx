// Below the tracks while nothing is selected: what is bad among what is seen, and how to look around.
import { counted } from "../../base/numbers";
import type { Timeline } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { exactMoment, factsOf } from "./mark_text";
import type { Spot } from "./marks";
import { trackName } from "./rows";
import type { TimeWindow } from "./time_window";

const MOST = 60;
const GRAVITY = { origin: 0, inherited: 1, handled: 2, masked: 3 } as const;

/** Bad marks of executions, or of devices where no execution was recorded; the gravest first. */
export function badInSight(timeline: Timeline, window: TimeWindow): Spot[] {
  const telling = timeline.tracks.some((track) => track.kind === "executions") ? "executions" : "device";
  const spots = timeline.tracks.flatMap((track, index) =>
    track.kind !== telling ? []
      : track.marks.filter((mark) => mark.worst !== null && mark.end_ns >= window.from && mark.begin_ns <= window.to)
        .map((mark) => ({ track: index, mark })));
  return spots.sort((a, b) => GRAVITY[a.mark.worst ?? "masked"] - GRAVITY[b.mark.worst ?? "masked"] || a.mark.begin_ns - b.mark.begin_ns);
}

export function IdleStrip({ timeline, window, onPick }: { timeline: Timeline; window: TimeWindow; onPick: (spot: Spot) => void }) {
  const bad = badInSight(timeline, window);
  return (
    <section class="strip strip-idle" aria-label="What is bad, and how to look around">
      <div class="strip-column">
        <h2>{bad.length === 0 ? "Nothing bad in sight" : "Bad in sight, the gravest first"}</h2>
        <ul class="strip-bad">
          {bad.slice(0, MOST).map((spot) => {
            const track = timeline.tracks[spot.track];
            if (!track) return null;
            return (
              <li key={`${spot.track} ${spot.mark.begin_ns}`}>
                <button type="button" class="quiet" onClick={() => onPick(spot)}>
                  <VerdictMark verdict={spot.mark.worst} />
                  <b>{factsOf(track, spot.mark).title}</b>
                  <span class="faint">{spot.mark.step !== null ? `step ${spot.mark.step}` : track.kind === "device" ? trackName(track) : ""}</span>
                  <span class="faint">{exactMoment(spot.mark.begin_ns)}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {bad.length > MOST && <p class="faint">{`and ${counted(bad.length - MOST, "more mark")}`}</p>}
      </div>
      <div class="strip-column strip-keys">
        <h2>To look around</h2>
        <p><kbd>W</kbd> <kbd>S</kbd> or the wheel <span>zoom</span></p>
        <p><kbd>A</kbd> <kbd>D</kbd> or dragging <span>move</span></p>
        <p><kbd>F</kbd> <span>shows everything</span></p>
        <p><kbd>←</kbd> <kbd>→</kbd> <span>from mark to mark</span></p>
        <p><kbd>↑</kbd> <kbd>↓</kbd> <span>from track to track</span></p>
        <p><kbd>,</kbd> <kbd>.</kbd> <span>from bad mark to bad mark</span></p>
      </div>
    </section>
  );
}
