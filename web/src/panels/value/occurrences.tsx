// Along the occurrences of one output: first, previous, next, last, and a slider over all of them.
import { countText, durationText } from "../../base/numbers";
import type { TensorHistory, TensorInfo } from "../../protocol/messages";

interface OccurrencesProps {
  info: TensorInfo;
  history: TensorHistory | null;
  onEvent: (event: number, how: "push" | "replace") => void;
}

export function Occurrences({ info, history, onEvent }: OccurrencesProps) {
  const { row } = info;
  const points = history?.points ?? [];
  const steps: [string, string, number | null][] = [
    ["«", "First occurrence", info.occurrence === 0 ? null : info.first],
    ["‹", "Previous occurrence", info.previous],
    ["›", "Next occurrence", info.next],
    ["»", "Last occurrence", info.next === null ? null : info.last],
  ];
  const here = nearest(points.map((point) => point.occurrence), info.occurrence);
  return (
    <div class="value-occurrences">
      <span class="value-steps">
        {steps.map(([sign, word, event]) => (
          <button type="button" key={word} class="quiet" aria-label={word} title={word} disabled={event === null}
            onClick={() => event !== null && onEvent(event, "push")}>{sign}</button>
        ))}
      </span>
      <input type="range" aria-label="Occurrence" min={0} max={Math.max(0, points.length - 1)} value={here} disabled={points.length < 2}
        onInput={(change) => {
          const point = points[Number(change.currentTarget.value)];
          if (point) onEvent(point.event, "replace");
        }} />
      <span class="value-when faint">
        {`${countText(info.occurrence + 1)} of ${countText(info.occurrences)}`}
        {row.step !== null && ` · step ${countText(row.step)}`}
        {row.execution !== null && ` · execution ${countText(row.execution)}`}
        {` · ${durationText(row.time_ns)}`}
      </span>
    </div>
  );
}

function nearest(sorted: readonly number[], wanted: number): number {
  let best = 0;
  for (const [at, value] of sorted.entries()) if (Math.abs(value - wanted) <= Math.abs((sorted[best] ?? 0) - wanted)) best = at;
  return best;
}
