// How high each number of a row stands, 0 to 1.

/** From which ratio on positive numbers are compared by their size, as logarithms. */
const WIDE = 1000;

/** null for what is not finite. Zero stands at the bottom of numbers that are compared by their size. */
export function heights(values: readonly number[]): (number | null)[] {
  const finite = values.filter(Number.isFinite);
  const positive = finite.filter((value) => value > 0);
  const wide = positive.length > 0 && Math.min(...finite) >= 0 && Math.max(...positive) / Math.min(...positive) > WIDE;
  const scaled = wide ? values.map((value) => Math.log(Math.max(value, Math.min(...positive) / WIDE))) : values;
  const shown = scaled.filter(Number.isFinite);
  const low = Math.min(...shown);
  const span = Math.max(...shown) - low;
  return scaled.map((value) => (Number.isFinite(value) ? (span === 0 ? 0.5 : (value - low) / span) : null));
}
