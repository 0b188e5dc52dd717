// The numbers along the side of a drawing.

/** Round numbers from low to high, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return Number.isFinite(low) ? [low] : [];
  const rough = (high - low) / Math.max(1, wanted);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * size >= rough * 0.999) ?? 10) * size;
  const found = [];
  for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; ++count) {
    found.push(Number((count * step).toPrecision(12)));
  }
  return found;
}

/** Whole powers of ten up to `high`, at most about `wanted`: for counts on a log scale. */
export function logTicks(high: number, wanted: number): number[] {
  const most = Math.floor(Math.log10(Math.max(1, high)) + 1e-9);
  const step = Math.max(1, Math.ceil((most + 1) / Math.max(1, wanted)));
  const found = [];
  for (let power = 0; power <= most; power += step) found.push(10 ** power);
  return found;
}

export type Scale = "linear" | "log";

/** A height between 0 and 1 for a count of at most `most`; on a log scale one already shows. */
export function countHeight(count: number, most: number, scale: Scale): number {
  if (count <= 0 || most <= 0) return 0;
  return scale === "linear" ? count / most : (Math.log10(count) + 0.3) / (Math.log10(most) + 0.3);
}

/** Linear near zero and logarithmic beyond `near`, of both signs. */
export function symlog(value: number, near: number): number {
  return Math.sign(value) * Math.log1p(Math.abs(value) / near);
}
