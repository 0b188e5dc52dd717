// Parts of a tensor, as numpy writes them. tdbg judges what the user types; this knows enough of it to show a
// window of a part, and to move along an axis.

export type Axis = { kind: "index"; at: number } | Span;

export interface Span {
  kind: "range";
  start: number;
  step: number;
  count: number;
}

/** What is chosen of each axis of the whole. */
export interface Part {
  shape: readonly number[];
  axes: readonly Axis[];
}

/** null where it is wrong, or tdbg knows better. */
export function parseSlice(text: string, shape: readonly number[]): Part | null {
  const inside = text.trim().replace(/^\[(.*)\]$/, "$1").trim();
  const items = inside === "" ? [] : inside.split(",").map((item) => item.trim());
  if (items.at(-1) === "" && items.length > 1) items.pop();
  const dots = items.indexOf("...");
  const named = items.length - (dots < 0 ? 0 : 1);
  if (named > shape.length || (dots >= 0 && items.indexOf("...", dots + 1) >= 0)) return null;
  const filled = dots < 0 ? items : items.toSpliced(dots, 1, ...Array<string>(shape.length - named).fill(":"));
  const axes: Axis[] = [];
  for (const [at, length] of shape.entries()) {
    const axis = parseItem(filled[at] ?? ":", length);
    if (axis === null) return null;
    axes.push(axis);
  }
  return { shape, axes };
}

function parseItem(item: string, length: number): Axis | null {
  if (/^[+-]?\d+$/.test(item)) {
    const at = Number(item) < 0 ? Number(item) + length : Number(item);
    return at >= 0 && at < length ? { kind: "index", at } : null;
  }
  const parts = /^([+-]?\d+)?\s*:\s*([+-]?\d+)?\s*(?::\s*([+-]?\d+)?)?$/.exec(item);
  if (!parts) return null;
  const step = parts[3] === undefined ? 1 : Number(parts[3]);
  if (step === 0) return null;
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const edge = (text: string | undefined, otherwise: number) => {
    if (text === undefined) return otherwise;
    const at = Number(text) < 0 ? Number(text) + length : Number(text);
    return Math.max(lowest, Math.min(highest, at));
  };
  const start = edge(parts[1], step > 0 ? lowest : highest);
  const stop = edge(parts[2], step > 0 ? highest : lowest);
  return { kind: "range", start, step, count: Math.max(0, Math.ceil((stop - start) / step)) };
}

/** As tdbg reads it; "" is the whole. */
export function sliceText(part: Part): string {
  const items = part.axes.map((axis, at) => {
    if (axis.kind === "index") return `${axis.at}`;
    const { start, step, count } = axis;
    if (count === 0) return "0:0";
    if (start === 0 && step === 1 && count === part.shape[at]) return ":";
    const stop = start + count * step;
    return `${start}:${stop < 0 ? "" : stop}${step === 1 ? "" : `:${step}`}`;
  });
  return items.every((item) => item === ":") ? "" : items.join(", ");
}

/** The axes that the part still has: places in Part.axes. */
export function openAxes(part: Part): number[] {
  return part.axes.flatMap((axis, at) => (axis.kind === "range" ? [at] : []));
}

export function viewShape(part: Part): number[] {
  return part.axes.flatMap((axis) => (axis.kind === "range" ? [axis.count] : []));
}

/** Elements begin … begin + count - 1 of what the part has of an axis. */
export function narrowed(part: Part, axis: number, begin: number, count: number): Part {
  return changed(part, axis, (span) => ({
    ...span,
    start: span.start + begin * span.step,
    count: Math.max(0, Math.min(count, span.count - begin)),
  }));
}

/** One element of what the part has of an axis; the axis is gone then. */
export function fixed(part: Part, axis: number, at: number): Part {
  return changed(part, axis, (span) => ({ kind: "index", at: indexIn(span, at) }));
}

/** Where an element of the part lies in the whole. */
export function wholeIndex(part: Part, index: readonly number[]): number[] {
  let open = 0;
  return part.axes.map((axis) => (axis.kind === "index" ? axis.at : axis.start + (index[open++] ?? 0) * axis.step));
}

function indexIn(span: Span, at: number): number {
  return span.start + Math.max(0, Math.min(span.count - 1, at)) * span.step;
}

function changed(part: Part, axis: number, change: (span: Span) => Axis): Part {
  return { ...part, axes: part.axes.map((old, at) => (at === axis && old.kind === "range" ? change(old) : old)) };
}
