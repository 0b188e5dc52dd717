// The picture of the timeline, drawn anew for each frame. All marks that are asked for fit a few thousand
// rectangles, however many events there are.
import { countText } from "../../base/numbers";
import { visibleText } from "../../base/visible_text";
import type { Mark, Timeline, Verdict } from "../../protocol/messages";
import { drawSign, type Paint } from "./colours";
import { firstFrom, shortName, type Spot } from "./marks";
import { OVERVIEW_HEIGHT, RULER_HEIGHT, type Row } from "./rows";
import { lengthOf, momentText, ruler, type TimeWindow } from "./time_window";

export interface Scene {
  width: number;
  height: number;
  window: TimeWindow;
  bounds: TimeWindow;
  /** Of everything, for the strip on top. */
  overview: Timeline;
  rows: readonly Row[];
  hovered: Spot | null;
  /** Where the keys are. */
  cursor: Spot | null;
  activeTrack: number;
  execution: number | null;
  /** Of the selected execution, which may be inside of a merged mark. */
  selectedTime: number | null;
  pointerX: number | null;
}

const THINNEST = 2;
const SIGN_APART = 10;
const GRAVITY: Record<Verdict, number> = { origin: 0, inherited: 1, handled: 2, masked: 3 };

export function drawScene(context: CanvasRenderingContext2D, paint: Paint, scene: Scene): void {
  context.clearRect(0, 0, scene.width, scene.height);
  context.textBaseline = "middle";
  drawOverview(context, paint, scene);
  const { ticks, step } = ruler(scene.window, scene.width, 96);
  const xOf = scaleOf(scene.window, scene.width);
  context.fillStyle = paint.border;
  for (const tick of ticks) context.fillRect(Math.round(xOf(tick)), OVERVIEW_HEIGHT + RULER_HEIGHT, 1, scene.height);
  for (const row of scene.rows) drawRow(context, paint, scene, row, xOf);
  drawRuler(context, paint, scene, ticks, step, xOf);
  drawLines(context, paint, scene, xOf);
}

export function scaleOf(window: TimeWindow, width: number): (time: number) => number {
  const scale = width / lengthOf(window);
  return (time) => (time - window.from) * scale;
}

function drawOverview(context: CanvasRenderingContext2D, paint: Paint, scene: Scene): void {
  const { width, bounds, overview } = scene;
  const xOf = scaleOf(bounds, width);
  const bottom = OVERVIEW_HEIGHT - 4;
  context.fillStyle = paint.raised;
  context.fillRect(0, 0, width, OVERVIEW_HEIGHT);
  const tracks = overview.tracks.filter((track) => track.kind === "device");
  const shown = tracks.length > 0 ? tracks : overview.tracks.filter((track) => track.kind === "executions");
  const most = Math.max(1, ...shown.flatMap((track) => track.marks.map((mark) => mark.count)));
  context.fillStyle = paint.density;
  for (const track of shown) {
    for (const mark of track.marks) {
      const high = barHeight(mark.count, most) * (bottom - 10);
      const x = xOf(mark.begin_ns);
      context.fillRect(x, bottom - high, Math.max(xOf(mark.end_ns) - x, 1.5), high);
    }
  }
  // The gravest last, so that they lie on top.
  for (const verdict of ["masked", "handled", "inherited", "origin"] as const) {
    context.fillStyle = paint.verdict[verdict];
    const high = verdict === "origin" ? 7 : verdict === "inherited" ? 5 : 3;
    for (const track of shown) {
      for (const mark of track.marks) if (mark.worst === verdict) context.fillRect(xOf(mark.begin_ns) - 1, 3, 2, high);
    }
  }
  const left = xOf(scene.window.from);
  const right = xOf(scene.window.to);
  context.globalAlpha = 0.62;
  context.fillStyle = paint.sunken;
  context.fillRect(0, 0, left, OVERVIEW_HEIGHT);
  context.fillRect(right, 0, width - right, OVERVIEW_HEIGHT);
  context.globalAlpha = 1;
  context.fillStyle = paint.border;
  context.fillRect(0, OVERVIEW_HEIGHT - 1, width, 1);
  if (right - left > width - 1) return;
  context.strokeStyle = paint.accent;
  context.lineWidth = 1;
  context.strokeRect(Math.round(left) + 0.5, 0.5, Math.max(2, Math.round(right - left)) - 1, OVERVIEW_HEIGHT - 1);
  context.fillStyle = paint.accent;
  for (const x of [left, right]) context.fillRect(Math.round(x) - 1, OVERVIEW_HEIGHT / 2 - 6, 3, 12);
}

function drawRuler(
  context: CanvasRenderingContext2D, paint: Paint, scene: Scene, ticks: readonly number[], step: number, xOf: (time: number) => number,
): void {
  context.fillStyle = paint.background;
  context.fillRect(0, OVERVIEW_HEIGHT, scene.width, RULER_HEIGHT);
  context.fillStyle = paint.border;
  context.fillRect(0, OVERVIEW_HEIGHT + RULER_HEIGHT - 1, scene.width, 1);
  context.font = `11px ${paint.font}`;
  context.textAlign = "left";
  for (const tick of ticks) {
    const x = Math.round(xOf(tick));
    context.fillStyle = paint.edge;
    context.fillRect(x, OVERVIEW_HEIGHT + RULER_HEIGHT - 7, 1, 7);
    context.fillStyle = paint.faint;
    context.fillText(momentText(tick, step), x + 5, OVERVIEW_HEIGHT + RULER_HEIGHT / 2);
  }
}

function drawLines(context: CanvasRenderingContext2D, paint: Paint, scene: Scene, xOf: (time: number) => number): void {
  const top = OVERVIEW_HEIGHT;
  if (scene.selectedTime !== null) {
    const x = Math.round(xOf(scene.selectedTime));
    context.fillStyle = paint.accent;
    context.fillRect(x, top, 1, scene.height - top);
    context.beginPath();
    context.moveTo(x - 4.5, top);
    context.lineTo(x + 5.5, top);
    context.lineTo(x + 0.5, top + 7);
    context.fill();
  }
  if (scene.pointerX !== null) {
    context.globalAlpha = 0.35;
    context.fillStyle = paint.text;
    context.fillRect(Math.round(scene.pointerX), top, 1, scene.height - top);
    context.globalAlpha = 1;
  }
}

function drawRow(context: CanvasRenderingContext2D, paint: Paint, scene: Scene, row: Row, xOf: (time: number) => number): void {
  const { marks } = row.track;
  if (row.index === scene.activeTrack) {
    context.globalAlpha = 0.5;
    context.fillStyle = paint.raised;
    context.fillRect(0, row.top, scene.width, row.height);
    context.globalAlpha = 1;
  }
  context.fillStyle = paint.border;
  context.fillRect(0, row.top + row.height, scene.width, 1);
  const first = Math.max(0, firstFrom(marks, scene.window.from) - 1);
  const most = row.track.kind === "device" ? Math.max(1, ...marks.map((mark) => mark.count)) : 1;
  const signs: [number, Verdict][] = [];
  for (let at = first; at < marks.length; ++at) {
    const mark = marks[at];
    if (!mark || mark.begin_ns > scene.window.to) break;
    // On whole pixels, so that marks side by side make one area.
    const left = Math.max(Math.floor(xOf(mark.begin_ns)), -2);
    const right = Math.min(Math.max(Math.ceil(xOf(mark.end_ns)), left + THINNEST), scene.width + 2);
    if (right < 0) continue;
    const next = marks[at + 1];
    const free = next ? Math.max(right, Math.min(xOf(next.begin_ns), scene.width)) : scene.width;
    if (row.track.kind === "device") drawDensity(context, paint, row, mark, left, right, most);
    else drawBlock(context, paint, row, mark, left, right, free);
    if (mark.worst !== null) signs.push([Math.max(left, 0) + Math.min(4.5, (right - left) / 2), mark.worst]);
    drawOutline(context, paint, scene, row, mark, left, right);
  }
  drawSigns(context, paint, row, signs);
}

function area(row: Row): { top: number; height: number } {
  // Signs of the verdicts stand above the marks.
  const above = row.track.kind === "steps" ? 4 : 13;
  return { top: row.top + above, height: row.height - above - 4 };
}

function drawBlock(
  context: CanvasRenderingContext2D, paint: Paint, row: Row, mark: Mark, left: number, right: number, free: number,
): void {
  const { top, height } = area(row);
  const gap = right - left > 8 ? 1 : 0;
  context.fillStyle = mark.worst !== null ? paint.fill[mark.worst] : tintOf(paint, row, mark);
  context.fillRect(left, top, right - left - gap, height);
  if (mark.worst !== null) {
    context.fillStyle = paint.verdict[mark.worst];
    context.fillRect(left, top, Math.min(3, right - left), height);
  }
  const steps = row.track.kind === "steps";
  const text = mark.count > 1 ? `${countText(mark.count)}×` : visibleText(shortName(mark.label));
  // The sign of a step's verdict stands in it.
  const inset = mark.worst === null ? 4 : steps ? 19 : 7;
  const start = Math.max(left, 0) + inset;
  // What is but a moment may be named beside it.
  const room = (right - left > 24 ? right : free) - start - 2;
  if (room < 8) return;
  context.font = `11px ${paint.font}`;
  context.textAlign = "left";
  const fitting = fit(context, text, room, steps && mark.step !== null ? `${mark.step}` : "");
  if (fitting === "") return;
  context.fillStyle = mark.count > 1 ? paint.faint : paint.text;
  context.fillText(fitting, start + (right - left > 24 ? 0 : 2), top + height / 2 + 0.5);
}

function tintOf(paint: Paint, row: Row, mark: Mark): string {
  if (row.track.kind === "steps") return mark.count > 1 ? paint.merged : (paint.step[(mark.step ?? 0) % 2] ?? paint.merged);
  if (mark.count > 1) return paint.merged;
  let hash = 0;
  for (const sign of shortName(mark.label)) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return paint.tints[hash % paint.tints.length] ?? paint.merged;
}

/** On a log scale, because a million and one have to be seen both. */
function barHeight(count: number, most: number): number {
  return most <= 1 ? 1 : 0.22 + 0.78 * (Math.log(count) / Math.log(most));
}

function drawDensity(
  context: CanvasRenderingContext2D, paint: Paint, row: Row, mark: Mark, left: number, right: number, most: number,
): void {
  const { top, height } = area(row);
  const high = Math.round(barHeight(mark.count, most) * height);
  if (mark.worst === null) {
    context.fillStyle = paint.density;
    context.fillRect(left, top + height - high, right - left, high);
    return;
  }
  context.fillStyle = paint.verdict[mark.worst];
  context.globalAlpha = mark.worst === "origin" ? 1 : 0.7;
  context.fillRect(left, top + height - high, right - left, high);
  context.globalAlpha = 1;
}

function drawOutline(
  context: CanvasRenderingContext2D, paint: Paint, scene: Scene, row: Row, mark: Mark, left: number, right: number,
): void {
  const isSpot = (spot: Spot | null) => spot?.track === row.index && spot.mark.begin_ns === mark.begin_ns && spot.mark.count === mark.count;
  const chosen = mark.execution !== null && mark.execution === scene.execution && row.track.kind === "executions";
  const colour = isSpot(scene.cursor) || chosen ? paint.accent : isSpot(scene.hovered) ? paint.text : null;
  if (colour === null) return;
  const { top, height } = area(row);
  context.strokeStyle = colour;
  context.lineWidth = colour === paint.accent ? 2 : 1;
  context.strokeRect(left - 0.5, top - 0.5, Math.max(right - left, 3), height + 1);
}

/** Where there is no room for all, the gravest stay. */
function drawSigns(context: CanvasRenderingContext2D, paint: Paint, row: Row, signs: [number, Verdict][]): void {
  const kept: [number, Verdict][] = [];
  for (const sign of signs) {
    const last = kept.at(-1);
    if (!last || sign[0] - last[0] >= SIGN_APART) kept.push(sign);
    else if (GRAVITY[sign[1]] < GRAVITY[last[1]]) kept[kept.length - 1] = sign;
  }
  const steps = row.track.kind === "steps";
  for (const [x, verdict] of kept) drawSign(context, paint, verdict, steps ? x + 5 : x, steps ? row.top + row.height / 2 : row.top + 7);
}

const widths = new Map<string, number>();

/** The text, or `shorter` of it, or its beginning, as the room allows; "" where not even a few letters fit. */
function fit(context: CanvasRenderingContext2D, text: string, room: number, shorter: string): string {
  const width = widthOf(context, text);
  if (width <= room) return text;
  if (shorter !== "") return widthOf(context, shorter) <= room ? shorter : "";
  const letters = Math.floor((text.length * room) / width) - 1;
  return letters < 3 ? "" : `${text.slice(0, letters)}…`;
}

function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size > 5000) widths.clear();
  const width = context.measureText(text).width;
  widths.set(text, width);
  return width;
}
