// Numbers as people read them.
import type { Real } from "../protocol/messages";

export function toNumber(real: Real): number {
  return typeof real === "number" ? real : Number(real);
}

/** Up to `digits` significant ones: 0.00123, 1.2e-9, 41.2; NaN, ∞ and −∞ by their signs. */
export function realText(real: Real | null, digits = 4): string {
  if (real === null) return "";
  const value = toNumber(real);
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? trimmedExponent(value, digits) : `${Number(value.toPrecision(digits))}`;
  return text.replaceAll("-", "−");
}

function trimmedExponent(value: number, digits: number): string {
  return Number(value.toPrecision(digits)).toExponential().replace("e+", "e");
}

const GROUPED = new Intl.NumberFormat("en-US");

/** 1,234,567 */
export function countText(count: number): string {
  return GROUPED.format(count);
}

/** 1.2 k, 3.4 M: for places with no room. */
export function shortCount(count: number): string {
  if (count < 10_000) return `${count}`;
  for (const [size, sign] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]] as const) {
    if (count >= size) return `${Number((count / size).toPrecision(3))} ${sign}`;
  }
  return `${count}`;
}

/** "1 op", "3 ops" */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A stretch of time, or a moment since the run began: 12 µs, 3.4 ms, 2.1 s, 3 min 20 s. */
export function durationText(nanoseconds: number): string {
  const size = Math.abs(nanoseconds);
  const sign = nanoseconds < 0 ? "−" : "";
  if (size < 1e3) return `${sign}${size} ns`;
  if (size < 1e6) return `${sign}${Number((size / 1e3).toPrecision(3))} µs`;
  if (size < 1e9) return `${sign}${Number((size / 1e6).toPrecision(3))} ms`;
  if (size < 60e9) return `${sign}${Number((size / 1e9).toPrecision(3))} s`;
  const seconds = Math.round(size / 1e9);
  return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A moment, so that what happened close together can be told apart. */
export function sinceText(nanoseconds: number): string {
  if (Math.abs(nanoseconds) < 1e9) return `${(nanoseconds / 1e6).toFixed(3)} ms`.replace("-", "−");
  return `${(nanoseconds / 1e9).toFixed(4)} s`.replace("-", "−");
}

/** f32[100,10]; [?] where the shape is not known. */
export function shapeText(shape: readonly number[] | null): string {
  return shape === null ? "[?]" : `[${shape.join(",")}]`;
}
