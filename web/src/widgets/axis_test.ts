import { describe, expect, it } from "vitest";

import { countHeight, logTicks, symlog, ticks } from "./axis";

describe("ticks", () => {
  it("are round", () => {
    expect(ticks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(-0.3, 0.3, 3)).toEqual([-0.2, 0, 0.2]);
    expect(ticks(1.02e-9, 1.08e-9, 3)).toEqual([1.02e-9, 1.04e-9, 1.06e-9, 1.08e-9]);
  });

  it("are one where there is no width, none where there is no number", () => {
    expect(ticks(3, 3, 5)).toEqual([3]);
    expect(ticks(NaN, NaN, 5)).toEqual([]);
  });

  it("are powers of ten for counts", () => {
    expect(logTicks(1500, 4)).toEqual([1, 10, 100, 1000]);
    expect(logTicks(1e9, 4)).toEqual([1, 1000, 1e6, 1e9]);
    expect(logTicks(0, 4)).toEqual([1]);
  });
});

describe("heights", () => {
  it("of counts", () => {
    expect(countHeight(0, 10, "log")).toBe(0);
    expect(countHeight(5, 10, "linear")).toBe(0.5);
    expect(countHeight(1, 1000, "log")).toBeGreaterThan(0.05);
    expect(countHeight(1000, 1000, "log")).toBe(1);
  });

  it("symlog keeps signs and order", () => {
    expect(symlog(0, 1)).toBe(0);
    expect(symlog(-5, 1)).toBe(-symlog(5, 1));
    expect(symlog(1e6, 1)).toBeGreaterThan(symlog(1e3, 1));
  });
});
