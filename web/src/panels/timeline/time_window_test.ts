import { describe, expect, it } from "vitest";

import { between, centred, momentText, move, padded, ruler, within, zoom } from "./time_window";

const ALL = { from: 0, to: 1_000_000 };

describe("zoom", () => {
  it("keeps the moment under the pointer", () => {
    const next = zoom({ from: 0, to: 1_000_000 }, 0.5, 250_000, ALL);
    expect(next).toEqual({ from: 125_000, to: 625_000 });
  });
  it("ends at everything and at the shortest", () => {
    expect(zoom({ from: 400_000, to: 600_000 }, 100, 500_000, ALL)).toEqual(ALL);
    const smallest = zoom({ from: 0, to: 1000 }, 1e-9, 500, ALL);
    expect(smallest.to - smallest.from).toBeCloseTo(200);
  });
});

it("stays within bounds", () => {
  expect(move({ from: 100, to: 200 }, -500, ALL)).toEqual({ from: 0, to: 100 });
  expect(within({ from: -5, to: 2_000_000 }, ALL)).toEqual(ALL);
  expect(centred({ from: 0, to: 100 }, 500, ALL)).toEqual({ from: 450, to: 550 });
  expect(padded(5, 5).to).toBeGreaterThan(padded(5, 5).from);
});

it("goes half of the way", () => {
  expect(between({ from: 0, to: 100 }, { from: 0, to: 100 }, 0.5)).toEqual({ from: 0, to: 100 });
  const half = between({ from: 0, to: 400 }, { from: 150, to: 250 }, 0.5);
  expect(half.to - half.from).toBeCloseTo(200);
});

describe("ruler", () => {
  it("has round ticks that are far enough apart", () => {
    const { ticks, step } = ruler({ from: 0, to: 1_000_000 }, 1000, 90);
    expect(step).toBe(100_000);
    expect(ticks).toHaveLength(11);
  });
  it("begins inside of the window", () => {
    expect(ruler({ from: -30, to: 1e9 }, 500, 100).ticks[0]).toBe(0);
  });
});

it.each([
  [0, 1, "0"],
  [1_250_000_000, 50_000_000, "1.25 s"],
  [340_000_000, 20_000_000, "340 ms"],
  [-1_500, 500, "−1.5 µs"],
  [999, 1, "999 ns"],
])("tells %s by steps of %s", (time, step, text) => expect(momentText(time, step)).toBe(text));
