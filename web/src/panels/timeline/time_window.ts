// A stretch of time on a screen: zooming, moving, and the numbers above it.

export interface TimeWindow {
  from: number;
  to: number;
}

const SHORTEST_NS = 200;

export function lengthOf(window: TimeWindow): number {
  return window.to - window.from;
}

/** Larger by `factor` (smaller below 1), around a moment that stays where it is on the screen. */
export function zoom(window: TimeWindow, factor: number, around: number, bounds: TimeWindow): TimeWindow {
  const length = Math.min(Math.max(lengthOf(window) * factor, SHORTEST_NS), lengthOf(bounds));
  const share = (around - window.from) / lengthOf(window);
  const from = around - share * length;
  return within({ from, to: from + length }, bounds);
}

export function move(window: TimeWindow, by: number, bounds: TimeWindow): TimeWindow {
  return within({ from: window.from + by, to: window.to + by }, bounds);
}

/** The same length, pushed inside of the bounds. */
export function within(window: TimeWindow, bounds: TimeWindow): TimeWindow {
  const length = Math.min(lengthOf(window), lengthOf(bounds));
  const from = Math.min(Math.max(window.from, bounds.from), bounds.to - length);
  return { from, to: from + length };
}

/** All of it with a little air on both sides. */
export function padded(first: number, last: number): TimeWindow {
  const air = Math.max((last - first) * 0.02, SHORTEST_NS / 2);
  return { from: first - air, to: last + air };
}

/** The whole `window` of a moment of it, in the middle where that can be. */
export function centred(window: TimeWindow, time: number, bounds: TimeWindow): TimeWindow {
  return move(window, time - (window.from + window.to) / 2, bounds);
}

/** On the way from one to the other: 0 is still there, 1 is here. */
export function between(from: TimeWindow, to: TimeWindow, share: number): TimeWindow {
  // Lengths go by factors, so that a zoom over many sizes is even.
  const length = lengthOf(from) * (lengthOf(to) / lengthOf(from)) ** share;
  const middle = (from.from + from.to) / 2 + share * ((to.from + to.to) / 2 - (from.from + from.to) / 2);
  return { from: middle - length / 2, to: middle + length / 2 };
}

export interface Ruler {
  ticks: number[];
  /** Between ticks. */
  step: number;
}

const STEPS = [1, 2, 5];

/** Round moments, at least `apart` pixels from each other. */
export function ruler(window: TimeWindow, width: number, apart: number): Ruler {
  const rough = Math.max((lengthOf(window) / Math.max(1, width)) * apart, 1);
  const size = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const step = size * ([...STEPS, 10].find((factor) => factor * size >= rough * 0.999999) ?? 10);
  const ticks: number[] = [];
  for (let count = Math.ceil(window.from / step); count * step <= window.to; ++count) ticks.push(count * step || 0);
  return { ticks, step };
}

const UNITS: readonly [number, string][] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

/** A moment to the digit that tells it from the next tick: 1.25 s, 340 ms. */
export function momentText(time: number, step: number): string {
  if (time === 0) return "0";
  const size = Math.abs(time);
  const [unit, name] = UNITS.find(([least]) => size >= least) ?? [1, "ns"];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
  return `${(time / unit).toFixed(digits).replace("-", "−")} ${name}`;
}
