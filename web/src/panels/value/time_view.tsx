// The same output over all its occurrences.
import { useMemo } from "preact/hooks";

import { counted, countText, toNumber } from "../../base/numbers";
import type { Health, TensorHistory } from "../../protocol/messages";
import type { Scale } from "../../widgets/axis";
import { Plot, type Series } from "../../widgets/plot";
import { remembered } from "./remembered";

const MEASURES = ["min", "mean", "max", "l2"] as const;
type Measure = (typeof MEASURES)[number];
const COLOURS: Record<Measure, string> = { min: "--line-1", mean: "--line-2", max: "--line-3", l2: "--line-4" };

const look = remembered<{ hidden: Measure[]; scale: Scale }>("value.time", { hidden: ["l2"], scale: "linear" });

interface TimeViewProps {
  history: TensorHistory | null;
  event: number;
  onEvent: (event: number) => void;
}

export function TimeView({ history, event, onEvent }: TimeViewProps) {
  const { hidden, scale } = look.value;
  const drawn = useMemo(() => {
    if (!history) return null;
    const { points } = history;
    const steps = points.map((point) => point.step);
    const bySteps = steps.every((step, at) => step !== null && (at === 0 || step > (steps[at - 1] ?? -1)));
    const x = points.map((point) => (bySteps ? (point.step ?? 0) : point.occurrence));
    const known = MEASURES.filter((measure) => points.some((point) => point.health[measure] !== null));
    const series: Series[] = known.filter((measure) => !hidden.includes(measure)).map((measure) => ({
      name: measure === "l2" ? "L2" : measure,
      colour: COLOURS[measure],
      values: points.map(({ health }) => (health[measure] === null ? NaN : toNumber(health[measure]))),
    }));
    return { x, xName: bySteps ? "step" : "occurrence", known, series, bad: points.map(({ health }) => badCount(health)) };
  }, [history, hidden]);

  if (!history || !drawn) return null;
  const at = history.points.findIndex((point) => point.event === event);
  const toggle = (measure: Measure) => {
    look.value = { scale, hidden: hidden.includes(measure) ? hidden.filter((other) => other !== measure) : [...hidden, measure] };
  };
  return (
    <div class="value-view">
      <div class="value-options">
        {drawn.known.map((measure) => (
          <label key={measure}><input type="checkbox" checked={!hidden.includes(measure)} onChange={() => toggle(measure)} />{measure === "l2" ? "L2" : measure}</label>
        ))}
        <label>Scale <select value={scale} onChange={(change) => (look.value = { hidden, scale: change.currentTarget.value as Scale })}>
          <option value="linear">Linear</option>
          <option value="log">Log, both signs</option>
        </select></label>
        <span class="faint">{found(history)}</span>
      </div>
      {drawn.known.length === 0 && drawn.bad.every((count) => count === 0)
        ? <p class="value-none">Nothing was recorded of it that could be drawn over time. <code>tdbg record --mode full_health</code> keeps min, mean and max of all numbers.</p>
        : <Plot label="Numbers of this tensor over time" x={drawn.x} xName={drawn.xName} series={drawn.series} scale={scale} bad={drawn.bad} none="–"
            current={at < 0 ? null : at} onPick={(index) => {
              const point = history.points[index];
              if (point) onEvent(point.event);
            }} />}
    </div>
  );
}

function badCount(health: Health): number {
  const count = (health.nan ?? 0) + (health.pos_inf ?? 0) + (health.neg_inf ?? 0);
  return count === 0 && health.bad === true ? 1 : count;
}

function found({ total, points }: TensorHistory): string {
  return points.length < total ? `${countText(points.length)} of ${counted(total, "occurrence")} are drawn` : counted(total, "occurrence");
}
