// Lines over a common axis. What is no number leaves a gap, and a sign at the edge that it went to.
import { useCallback, useState } from "preact/hooks";

import { realText } from "../base/numbers";
import { symlog, ticks, type Scale } from "./axis";
import { ChartCanvas, type Point, type Size } from "./chart_canvas";
import { placing } from "./colour_scale";
import { themeColour } from "./theme_colour";
import "./plot.css";

export interface Series {
  name: string;
  /** A CSS variable. */
  colour: string;
  values: ArrayLike<number>;
}

interface PlotProps {
  label: string;
  /** Rising. */
  x: readonly number[];
  xName: string;
  series: readonly Series[];
  scale?: Scale;
  /** How many bad elements each point has; a strip of their own below. */
  bad?: readonly number[];
  /** Which point the user is at. */
  current?: number | null;
  /** What stands for NaN in the legend. */
  none?: string;
  onPick?: (index: number) => void;
}

const MARGIN = { left: 62, right: 14, top: 10, bottom: 24 };
const STRIP = 26;

export function Plot({ label, x, xName, series, scale = "linear", bad, current = null, none = "NaN", onPick }: PlotProps) {
  const [hover, setHover] = useState<number | null>(null);
  const strip = bad?.some((count) => count > 0) === true;
  const draw = useCallback((context: CanvasRenderingContext2D, size: Size) => {
    const area = areaOf(size, strip);
    const places = drawAxes(context, area, x, xName, rangeOf(series), scale);
    for (const line of series) drawLine(context, area, places, x, line);
    if (strip && bad) drawStrip(context, area, places.x, x, bad);
    if (current !== null) drawRule(context, area, places.x(x[current] ?? NaN), themeColour("--accent"), []);
    if (hover !== null) drawRule(context, area, places.x(x[hover] ?? NaN), themeColour("--faint"), [3, 3]);
  }, [x, xName, series, scale, bad, current, hover]);
  const nearest = (point: Point, size: Size) => nearestIndex(x, point.x, areaOf(size, strip));
  const at = hover ?? current;
  return (
    <div class="plot">
      <ul class="plot-legend">
        {at !== null && x[at] !== undefined && <li class="faint">{`${xName} ${x[at]}`}</li>}
        {series.map((line) => (
          <li key={line.name}>
            <span class="plot-mark" style={{ background: `var(${line.colour})` }} aria-hidden="true" />{line.name}
            {at !== null && <b class="mono">{numberText(line.values[at] ?? NaN, none)}</b>}
          </li>
        ))}
        {strip && bad && (
          <li><span class="plot-mark plot-mark-bad" aria-hidden="true" />NaN or ±∞{at !== null && <b class="mono">{bad[at] ?? 0}</b>}</li>
        )}
      </ul>
      <ChartCanvas label={label} draw={draw} cursor={onPick ? "pointer" : "crosshair"}
        onHover={(point, size) => setHover(point === null ? null : nearest(point, size))}
        onPick={(point, size) => {
          const index = nearest(point, size);
          if (index !== null) onPick?.(index);
        }} />
    </div>
  );
}

function numberText(value: number, none: string): string {
  return Number.isNaN(value) ? none : realText(value, 5);
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Where the strip below ends. */
  floor: number;
}

interface Places {
  x: (value: number) => number;
  y: (value: number) => number;
}

function areaOf(size: Size, strip: boolean): Area {
  const floor = size.height - MARGIN.bottom;
  return { left: MARGIN.left, right: size.width - MARGIN.right, top: MARGIN.top, bottom: floor - (strip ? STRIP : 0), floor };
}

function rangeOf(series: readonly Series[]): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of series) {
    for (let at = 0; at < values.length; ++at) {
      const value = values[at] ?? NaN;
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return { low: 0, high: 1 };
  if (low === high) return { low: low - (Math.abs(low) || 1) / 2, high: high + (Math.abs(high) || 1) / 2 };
  return { low, high };
}

function nearestIndex(x: readonly number[], pixel: number, area: Area): number | null {
  const first = x[0];
  const last = x.at(-1);
  if (first === undefined || last === undefined) return null;
  const value = first + ((pixel - area.left) / Math.max(1, area.right - area.left)) * (last - first);
  let best = 0;
  for (let at = 1; at < x.length; ++at) {
    if (Math.abs((x[at] ?? 0) - value) < Math.abs((x[best] ?? 0) - value)) best = at;
  }
  return best;
}

function drawAxes(
  context: CanvasRenderingContext2D, area: Area, x: readonly number[], xName: string, range: { low: number; high: number }, scale: Scale,
): Places {
  const first = x[0] ?? 0;
  const last = x.at(-1) ?? 1;
  const rise = placing(range, scale);
  const places: Places = {
    x: (value) => (last === first ? (area.left + area.right) / 2 : area.left + ((value - first) / (last - first)) * (area.right - area.left)),
    y: (value) => area.bottom - rise(value) * (area.bottom - area.top),
  };
  context.font = "11px system-ui, sans-serif";
  context.lineWidth = 1;
  context.strokeStyle = themeColour("--border");
  context.fillStyle = themeColour("--faint");
  context.textAlign = "right";
  context.textBaseline = "middle";
  const marks = scale === "linear" ? ticks(range.low, range.high, Math.max(2, (area.bottom - area.top) / 42)) : logMarks(range);
  for (const value of marks) {
    const y = Math.round(places.y(value)) + 0.5;
    context.beginPath();
    context.moveTo(area.left, y);
    context.lineTo(area.right, y);
    context.stroke();
    context.fillText(realText(value, 5), area.left - 8, y);
  }
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const value of ticks(first, last, Math.max(2, (area.right - area.left) / 90)).filter(Number.isInteger)) {
    if (places.x(value) < area.right - 50) context.fillText(`${value}`, places.x(value), area.floor + 7);
  }
  context.textAlign = "right";
  context.fillText(xName, area.right, area.floor + 7);
  return places;
}

/** Zero, the ends, and what lies between them at even distances. */
function logMarks({ low, high }: { low: number; high: number }): number[] {
  const near = Math.max(Math.abs(low), Math.abs(high)) / 1000;
  const from = symlog(low, near);
  const to = symlog(high, near);
  const marks = Array.from({ length: 5 }, (_, at) => from + ((to - from) * at) / 4);
  return marks.map((mark) => Number((Math.sign(mark) * Math.expm1(Math.abs(mark)) * near).toPrecision(2)));
}

function drawLine(context: CanvasRenderingContext2D, area: Area, places: Places, x: readonly number[], line: Series): void {
  context.strokeStyle = themeColour(line.colour);
  context.fillStyle = context.strokeStyle;
  context.lineWidth = x.length > area.right - area.left ? 0.8 : 1.5;
  context.lineJoin = "round";
  context.beginPath();
  let pen = false;
  const lost: [number, number][] = [];
  for (let at = 0; at < x.length; ++at) {
    const value = line.values[at] ?? NaN;
    const left = places.x(x[at] ?? NaN);
    if (!Number.isFinite(value)) {
      lost.push([left, value]);
      pen = false;
      continue;
    }
    const top = places.y(value);
    if (pen) context.lineTo(left, top);
    else context.moveTo(left, top);
    pen = true;
  }
  context.stroke();
  if (x.length <= 120) {
    for (let at = 0; at < x.length; ++at) {
      const value = line.values[at] ?? NaN;
      if (!Number.isFinite(value)) continue;
      context.beginPath();
      context.arc(places.x(x[at] ?? NaN), places.y(value), 2.2, 0, 2 * Math.PI);
      context.fill();
    }
  }
  for (const [left, value] of lost) {
    if (value !== Infinity && value !== -Infinity) continue;
    context.fillStyle = themeColour(value > 0 ? "--pos-inf" : "--neg-inf");
    context.fillRect(left - 2, value > 0 ? area.top : area.bottom - 4, 4, 4);
  }
}

function drawStrip(context: CanvasRenderingContext2D, area: Area, placeX: (value: number) => number, x: readonly number[], bad: readonly number[]): void {
  const most = Math.max(...bad);
  const width = Math.max(2, Math.min(10, (area.right - area.left) / Math.max(1, x.length) - 1));
  context.fillStyle = themeColour("--faint");
  context.textAlign = "right";
  context.textBaseline = "bottom";
  context.fillText("bad", area.left - 8, area.floor);
  context.fillStyle = themeColour("--nan");
  for (const [at, count] of bad.entries()) {
    if (count === 0) continue;
    const height = 3 + (count / most) * (STRIP - 9);
    context.fillRect(placeX(x[at] ?? NaN) - width / 2, area.floor - height, width, height);
  }
}

function drawRule(context: CanvasRenderingContext2D, area: Area, x: number, colour: string, dash: number[]): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, area.top);
  context.lineTo(Math.round(x) + 0.5, area.floor);
  context.stroke();
  context.setLineDash([]);
}
