// How often which numbers occur; what is no finite number stands in bars of its own.
import { useCallback, useState } from "preact/hooks";

import { countText, realText, shortCount, toNumber } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import type { Histogram } from "../../protocol/messages";
import { countHeight, logTicks, ticks, type Scale } from "../../widgets/axis";
import { ChartCanvas, type Point, type Size } from "../../widgets/chart_canvas";
import { themeColour } from "../../widgets/theme_colour";
import { remembered } from "./remembered";
import type { Subject } from "./subject";

const look = remembered<{ scale: Scale; bins: number }>("value.histogram", { scale: "linear", bins: 60 });
const MARGIN = { left: 58, right: 14, top: 12, bottom: 26 };
const SPECIAL_PX = 46;

interface Bar {
  count: number;
  colour: string;
  /** Of a bar that stands apart. */
  sign?: string;
  low?: number;
  high?: number;
}

export function HistogramView({ subject }: { subject: Subject }) {
  const { run, event, slice } = subject;
  const { scale, bins } = look.value;
  const [hover, setHover] = useState<Bar | null>(null);
  const asked = useAnswer("histogram", { run, event, slice, bins }, { grows: false });
  const answer = asked.value;

  const draw = useCallback((context: CanvasRenderingContext2D, size: Size) => {
    if (answer) drawBars(context, size, answer, scale, hover);
  }, [answer, scale, hover]);
  const barAt = (point: Point, size: Size) =>
    (answer ? barsOf(answer, size).find(({ left, width }) => point.x >= left && point.x < left + width)?.bar ?? null : null);

  if (asked.error) return <p class="value-refusal mono">{asked.error.message}</p>;
  return (
    <div class="value-view">
      <div class="value-options">
        <label>Bins <select value={`${bins}`} onChange={(change) => (look.value = { scale, bins: Number(change.currentTarget.value) })}>
          {[20, 60, 120, 240].map((count) => <option key={count} value={`${count}`}>{count}</option>)}
        </select></label>
        <label>Counts <select value={scale} onChange={(change) => (look.value = { bins, scale: change.currentTarget.value as Scale })}>
          <option value="linear">Linear</option>
          <option value="log">Log</option>
        </select></label>
        {answer && answer.health.zero !== null && answer.health.zero > 0 && (
          <span class="faint">{`${countText(answer.health.zero)} of them are exactly zero`}</span>
        )}
        <span class="value-hover mono">{hover && barText(hover)}</span>
      </div>
      <ChartCanvas label={answer ? summary(answer) : "Histogram"} draw={draw} cursor="crosshair"
        onHover={(point, size) => setHover(point === null ? null : barAt(point, size))} />
    </div>
  );
}

function barText(bar: Bar): string {
  const count = `${countText(bar.count)} element${bar.count === 1 ? "" : "s"}`;
  return bar.sign !== undefined ? `${bar.sign}: ${count}` : `${realText(bar.low ?? 0)} … ${realText(bar.high ?? 0)}: ${count}`;
}

function summary({ low, high, counts }: Histogram): string {
  return low === null || high === null ? "Histogram without finite elements"
    : `Histogram of ${counts.length} bins from ${realText(low)} to ${realText(high)}`;
}

function specialsOf({ health }: Histogram): { before: Bar[]; after: Bar[] } {
  const bar = (sign: string, colour: string, count: number | null): Bar[] => (count ? [{ sign, colour, count }] : []);
  return {
    before: bar("−∞", "--neg-inf", health.neg_inf),
    after: [...bar("+∞", "--pos-inf", health.pos_inf), ...bar("NaN", "--nan", health.nan)],
  };
}

interface PlacedBar {
  bar: Bar;
  left: number;
  width: number;
}

function barsOf(answer: Histogram, size: Size): PlacedBar[] {
  const { before, after } = specialsOf(answer);
  const low = answer.low === null ? 0 : toNumber(answer.low);
  const high = answer.high === null ? 0 : toNumber(answer.high);
  const begin = MARGIN.left + before.length * SPECIAL_PX;
  const end = size.width - MARGIN.right - after.length * SPECIAL_PX;
  const width = Math.max(0, end - begin) / Math.max(1, answer.counts.length);
  const step = (high - low) / Math.max(1, answer.counts.length);
  const apart = (bars: Bar[], from: number) => bars.map((bar, at) => ({ bar, left: from + at * SPECIAL_PX, width: SPECIAL_PX }));
  const bins = answer.counts.map((count, at) => ({
    bar: { count, colour: "--bar", low: low + at * step, high: low + (at + 1) * step },
    left: begin + at * width,
    width,
  }));
  return [...apart(before, MARGIN.left), ...bins, ...apart(after, end)];
}

function drawBars(context: CanvasRenderingContext2D, size: Size, answer: Histogram, scale: Scale, hover: Bar | null): void {
  const bars = barsOf(answer, size);
  const most = Math.max(1, ...bars.map(({ bar }) => bar.count));
  const floor = size.height - MARGIN.bottom;
  const rise = floor - MARGIN.top;
  context.font = "11px system-ui, sans-serif";
  context.strokeStyle = themeColour("--border");
  context.fillStyle = themeColour("--faint");
  context.textAlign = "right";
  context.textBaseline = "middle";
  const marks = scale === "log" ? logTicks(most, rise / 34) : ticks(0, most, Math.max(2, rise / 42)).filter(Number.isInteger);
  for (const count of marks) {
    const y = Math.round(floor - countHeight(count, most, scale) * rise) + 0.5;
    context.beginPath();
    context.moveTo(MARGIN.left, y);
    context.lineTo(size.width - MARGIN.right, y);
    context.stroke();
    context.fillText(shortCount(count), MARGIN.left - 8, y);
  }
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const { bar, left, width } of bars) {
    const apart = bar.sign !== undefined;
    const gap = apart ? 8 : width > 4 ? 1 : 0;
    const height = bar.count === 0 ? 0 : Math.max(1.5, countHeight(bar.count, most, scale) * rise);
    context.fillStyle = themeColour(bar.colour);
    context.globalAlpha = hover !== null && (hover.sign !== bar.sign || hover.low !== bar.low) ? 0.6 : 1;
    context.fillRect(left + gap / 2, floor - height, Math.max(0.6, width - gap), height);
    context.globalAlpha = 1;
    if (apart) context.fillText(bar.sign ?? "", left + width / 2, floor + 7);
  }
  drawNumbers(context, bars, floor);
}

function drawNumbers(context: CanvasRenderingContext2D, bars: PlacedBar[], floor: number): void {
  const bins = bars.filter(({ bar }) => bar.sign === undefined);
  const first = bins[0];
  const last = bins.at(-1);
  if (!first || !last) return;
  const low = first.bar.low ?? 0;
  const high = last.bar.high ?? 0;
  const begin = first.left;
  const end = last.left + last.width;
  context.fillStyle = themeColour("--faint");
  for (const value of ticks(low, high, Math.max(2, (end - begin) / 90))) {
    const x = high === low ? (begin + end) / 2 : begin + ((value - low) / (high - low)) * (end - begin);
    context.fillText(realText(value), x, floor + 7);
  }
}
