// One axis as a line; of two, each row as a line.
import { useMemo, useState } from "preact/hooks";

import { countText } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import type { Scale } from "../../widgets/axis";
import { Plot, type Series } from "../../widgets/plot";
import { gridOf } from "./grid";
import { isTurned, planePart } from "./plane";
import { narrowed, openAxes, sliceText, viewShape, wholeIndex } from "./slice";
import { elementAt, type Subject } from "./subject";

const MOST_CELLS = 65_536;
const MOST_LINES = 6;

export function LineView({ subject }: { subject: Subject }) {
  const { run, event, part, plane, dtype } = subject;
  const [scale, setScale] = useState<Scale>("linear");
  const [first, setFirst] = useState(0);
  const shape = viewShape(part);
  const rows = plane.rows === null ? 1 : (shape[plane.rows] ?? 0);
  const begin = Math.max(0, Math.min(first, rows - MOST_LINES));
  const shown = planePart(part, plane);
  const turned = isTurned(plane);
  const rowAxis = plane.rows === null ? -1 : (openAxes(shown)[turned ? 1 : 0] ?? -1);
  const slice = sliceText(plane.rows === null ? shown : narrowed(shown, rowAxis, begin, MOST_LINES));
  const asked = useAnswer("value", { run, event, slice, most: MOST_CELLS }, { grows: false });

  const drawn = useMemo(() => {
    if (!asked.value) return null;
    const grid = gridOf(asked.value, turned);
    const openAxis = openAxes(part)[plane.columns ?? 0] ?? 0;
    const x = Array.from({ length: grid.columns }, (_, at) =>
      (plane.columns === null ? 0 : (wholeIndex(part, elementAt(plane, 0, at * grid.columnStride))[openAxis] ?? at)));
    const backwards = x.length > 1 && (x[0] ?? 0) > (x[1] ?? 0);
    const series: Series[] = Array.from({ length: grid.rows }, (_, row) => {
      const values = Array.from({ length: grid.columns }, (__, column) => grid.number(row, column));
      return { name: lineName(subject, begin + row * grid.rowStride), colour: `--line-${(row % 8) + 1}`, values: backwards ? values.reverse() : values };
    });
    return { grid, x: backwards ? x.reverse() : x, series };
  }, [asked.value, turned, slice]);

  if (asked.error) return <p class="value-refusal mono">{asked.error.message}</p>;
  if (drawn && !drawn.grid.numeric) return <p class="value-none">{`Elements of ${dtype} have no heights. The table shows them.`}</p>;
  return (
    <div class="value-view">
      <div class="value-options">
        <label>Scale <select value={scale} onChange={(change) => setScale(change.currentTarget.value as Scale)}>
          <option value="linear">Linear</option>
          <option value="log">Log, both signs</option>
        </select></label>
        {rows > MOST_LINES && (
          <label>Rows <input type="range" min={0} max={rows - MOST_LINES} value={begin} onInput={(change) => setFirst(Number(change.currentTarget.value))} />
            <span class="mono">{`${countText(begin)} … ${countText(begin + MOST_LINES - 1)} of ${countText(rows)}`}</span></label>
        )}
        {drawn && drawn.grid.columnStride > 1 && (
          <span class="value-thinned">{`Thinned out: one of ${countText(drawn.grid.columnStride)} elements is drawn.`}</span>
        )}
      </div>
      {drawn && <Plot label="Elements along the axis" x={drawn.x} xName="index" series={drawn.series} scale={scale} />}
    </div>
  );
}

/** "[3, :]" */
function lineName({ part, plane }: Subject, row: number): string {
  const index = wholeIndex(part, elementAt(plane, row, 0));
  const along = plane.columns === null ? -1 : openAxes(part)[plane.columns];
  return `[${index.map((at, axis) => (axis === along ? ":" : at)).join(", ")}]`;
}
