import { expect, it } from "vitest";

import { heights } from "./sparkline_heights";

it("spreads numbers from bottom to top", () => {
  expect(heights([1, 2, 3])).toEqual([0, 0.5, 1]);
});

it("draws equal numbers in the middle, and nothing for what is not finite", () => {
  expect(heights([5, 5])).toEqual([0.5, 0.5]);
  expect(heights([0, NaN, 2, Infinity])).toEqual([0, null, 1, null]);
  expect(heights([])).toEqual([]);
});

it("compares by size what spans many", () => {
  const [first, second, third] = heights([1e-4, 1e-33, 0]);
  expect(first).toBe(1);
  expect(second).toBeGreaterThan(0.05);
  expect(second).toBeLessThan(0.2);
  expect(third).toBe(0);
});
