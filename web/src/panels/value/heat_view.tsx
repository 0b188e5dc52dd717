// The elements as colours, with a legend.
import { useMemo, useRef, useState } from "preact/hooks";

import { countText, realText, toNumber } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import type { Health, Value } from "../../protocol/messages";
import type { Scale } from "../../widgets/axis";
import { colourAt, placing, rangeFor, SCALES, SCALE_WORDS, type Range, type ScaleName } from "../../widgets/colour_scale";
import { HeatMap, type HeatLayer, type Seen } from "../../widgets/heat_map";
import { themeRgb, useThemeTurn, type Rgb } from "../../widgets/theme_colour";
import { kindOf, type ElementKind } from "./element";
import { gridOf, type Grid } from "./grid";
import { isTurned, planePart } from "./plane";
import { remembered } from "./remembered";
import { narrowed, openAxes, sliceText, viewShape, wholeIndex } from "./slice";
import { elementAt, type Subject } from "./subject";

/** What one answer may hold. */
const MOST = 65_536;
const LOOK_AGAIN_MS = 180;

const look = remembered<{ colours: ScaleName; scale: Scale }>("value.heat", { colours: "dusk", scale: "linear" });

interface Window {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export function HeatView({ subject }: { subject: Subject }) {
  const { run, event, part, plane, health, dtype } = subject;
  const { colours, scale } = look.value;
  const [low, setLow] = useState("");
  const [high, setHigh] = useState("");
  const [hover, setHover] = useState<readonly [number, number] | null>(null);
  const shownPart = planePart(part, plane);
  const text = sliceText(shownPart);
  const turned = isTurned(plane);
  const [rows = 1, columns = 1] = planeShape(subject);
  const theme = useThemeTurn();

  const whole = useAnswer("value", { run, event, slice: text, most: MOST }, { grows: false });
  const { window, onSeen } = useWindow(text, rows * columns > MOST);
  const axes = openAxes(shownPart);
  const [first = -1, second = -1] = turned ? [...axes].reverse() : axes.length === 1 ? [-1, ...axes] : axes;
  const part2 = window && narrowed(narrowed(shownPart, first, window.row, window.rows), second, window.column, window.columns);
  const fine = useAnswer("value", part2 && { run, event, slice: sliceText(part2), most: MOST }, { grows: false });

  const given: Range = {
    low: numberOr(low, health.min === null ? 0 : toNumber(health.min)),
    high: numberOr(high, health.max === null ? 0 : toNumber(health.max)),
  };
  const range = rangeFor(colours, given);
  const grid = useMemo(() => whole.value && gridOf(whole.value, turned), [whole.value, turned]);
  const fineGrid = useMemo(() => fine.value && !fine.stale && gridOf(fine.value, turned), [fine.value, fine.stale, turned]);
  const layers = useMemo(() => {
    const paint = painter(dtype, colours, range, scale);
    const found: HeatLayer[] = [];
    if (grid) found.push(layerOf(grid, paint, 0, 0));
    if (fineGrid && window) found.push(layerOf(fineGrid, paint, window.row, window.column));
    return found;
  }, [grid, fineGrid, dtype, colours, scale, range.low, range.high, theme]);

  if (whole.error) return <p class="value-refusal mono">{whole.error.message}</p>;
  if (grid && !grid.numeric) return <p class="value-none">{`Elements of ${dtype} have no colours. The table shows them.`}</p>;
  const cursor = subject.cursor && plane.columns !== null
    ? [plane.rows === null ? 0 : (subject.cursor[plane.rows] ?? 0), subject.cursor[plane.columns] ?? 0] as const : null;
  return (
    <div class="value-view">
      <div class="value-options">
        <label>Colours <select value={colours} onChange={(change) => (look.value = { scale, colours: change.currentTarget.value as ScaleName })}>
          {SCALES.map((name) => <option key={name} value={name}>{SCALE_WORDS[name]}</option>)}
        </select></label>
        <label>Scale <select value={scale} onChange={(change) => (look.value = { colours, scale: change.currentTarget.value as Scale })}>
          <option value="linear">Linear</option>
          <option value="log">Log, both signs</option>
        </select></label>
        <span class="value-pair"><label>From <input class="value-limit mono" value={low} placeholder={realText(given.low)} onChange={(change) => setLow(change.currentTarget.value)} /></label>
        <label>to <input class="value-limit mono" value={high} placeholder={realText(given.high)} onChange={(change) => setHigh(change.currentTarget.value)} /></label></span>
        {whole.value && <Thinned value={whole.value} fine={fineGrid !== null && fineGrid !== false && fineGrid !== undefined} />}
      </div>
      <HeatMap label={`Heat map of ${countText(rows)} by ${countText(columns)} elements`} rows={rows} columns={columns} layers={layers}
        cursor={cursor} onHover={setHover} onSeen={onSeen}
        onPick={(row, column) => subject.onCursor(plane.columns === null ? [] : elementAt(plane, row, column))} />
      <div class="value-legend">
        <Ramp colours={colours} range={range} />
        <Specials health={health} />
        <span class="value-hover mono">{hoverText(subject, hover, grid, fineGrid || null, window)}</span>
      </div>
    </div>
  );
}

/** The part of a large picture that is looked at closely; null while all of it is. */
function useWindow(text: string, large: boolean) {
  const [window, setWindow] = useState<(Window & { text: string }) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const onSeen = ({ top, left, rows, columns }: Seen) => {
    if (!large) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setWindow({
      text, row: Math.floor(top), column: Math.floor(left), rows: Math.ceil(rows) + 1, columns: Math.ceil(columns) + 1,
    }), LOOK_AGAIN_MS);
  };
  return { window: window?.text === text ? window : null, onSeen };
}

function planeShape({ part, plane }: Subject): [number, number] {
  const shape = viewShape(part);
  return [plane.rows === null ? 1 : (shape[plane.rows] ?? 1), plane.columns === null ? 1 : (shape[plane.columns] ?? 1)];
}

function numberOr(text: string, otherwise: number): number {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise;
}

function painter(dtype: string, colours: ScaleName, range: Range, scale: Scale): (value: number) => Rgb {
  const special: Record<Exclude<ElementKind, "plain">, Rgb> = {
    "nan": themeRgb("--nan"), "pos-inf": themeRgb("--pos-inf"), "neg-inf": themeRgb("--neg-inf"),
    "zero": themeRgb("--zero-cell"), "subnormal": themeRgb("--subnormal"),
  };
  const place = placing(range, scale);
  const table = Array.from({ length: 256 }, (_, at) => colourAt(colours, at / 255));
  return (value) => {
    const kind = kindOf(value, dtype);
    if (kind !== "plain") return special[kind];
    return table[Math.max(0, Math.min(255, Math.round(place(value) * 255)))] ?? special.nan;
  };
}

function layerOf(grid: Grid, paint: (value: number) => Rgb, row: number, column: number): HeatLayer {
  return { ...grid, row, column, colour: (r, c) => paint(grid.number(r, c)) };
}

function hoverText(subject: Subject, hover: readonly [number, number] | null, grid: Grid | null, fine: Grid | null, window: Window | null): string {
  if (hover === null || grid === null) return "";
  const [row, column] = hover;
  const inFine = fine && window && row >= window.row && column >= window.column && row < window.row + window.rows && column < window.column + window.columns;
  const [source, top, left] = inFine ? [fine, window.row, window.column] : [grid, 0, 0];
  const r = Math.floor((row - top) / source.rowStride);
  const c = Math.floor((column - left) / source.columnStride);
  const at = elementAt(subject.plane, top + r * source.rowStride, left + c * source.columnStride);
  return `[${wholeIndex(subject.part, at).join(", ")}] = ${realText(source.number(r, c), 7)}`;
}

function Thinned({ value, fine }: { value: Value; fine: boolean }) {
  if (value.strides.every((stride) => stride <= 1)) return null;
  const strides = value.strides.map((stride) => countText(stride)).join(" × ");
  return (
    <span class="value-thinned" role="status">
      {fine ? "Closer up: every element that fits, the rest is thinned out." : `Thinned out: one of ${strides} elements is drawn. Zoom in to see all.`}
    </span>
  );
}

function Ramp({ colours, range }: { colours: ScaleName; range: Range }) {
  const stops = Array.from({ length: 13 }, (_, at) => `rgb(${colourAt(colours, at / 12).join(" ")})`);
  return (
    <span class="value-ramp mono">
      {realText(range.low)}
      <span style={{ background: `linear-gradient(to right, ${stops.join(", ")})` }} />
      {realText(range.high)}
    </span>
  );
}

function Specials({ health }: { health: Health }) {
  const signs: [string, string, number | null][] = [
    ["nan", "NaN", health.nan], ["pos-inf", "+∞", health.pos_inf], ["neg-inf", "−∞", health.neg_inf],
    ["zero", "zero", health.zero], ["subnormal", "subnormal", health.subnormal],
  ];
  return (
    <span class="value-specials">
      {signs.filter(([, , count]) => count !== null && count > 0).map(([kind, sign]) => (
        <span key={kind}><i class={`value-mark value-mark-${kind}`} aria-hidden="true" />{sign}</span>
      ))}
    </span>
  );
}
