import { describe, expect, it } from "vitest";

import { isTurned, otherAxes, planeOf, planePart, planeText } from "./plane";
import { parseSlice, sliceText, type Part } from "./slice";

function whole(shape: number[]): Part {
  return { shape, axes: parseSlice("", shape)?.axes ?? [] };
}

describe("planes", () => {
  it("are the last two axes at first", () => {
    const part = whole([2, 3, 4, 5]);
    const plane = planeOf("", part);
    expect(plane).toEqual({ rows: 2, columns: 3, at: [0, 0, 0, 0] });
    expect(sliceText(planePart(part, plane))).toBe("0, 0, :, :");
  });

  it("are written and read", () => {
    const part = whole([2, 3, 4, 5]);
    const plane = planeOf("3,0,2,1", part);
    expect(plane).toEqual({ rows: 3, columns: 0, at: [0, 2, 1, 0] });
    expect(isTurned(plane)).toBe(true);
    expect(otherAxes(plane)).toEqual([1, 2]);
    expect(planeOf(planeText(plane), part)).toEqual(plane);
    expect(sliceText(planePart(part, plane))).toBe(":, 2, 1, :");
  });

  it("stay within the part", () => {
    expect(planeOf("7,7,9", whole([2, 3, 4]))).toEqual({ rows: 1, columns: 2, at: [1, 0, 0] });
    expect(planeOf("1,0", whole([2, 3]))).toEqual({ rows: 0, columns: 1, at: [0, 0] });
    expect(planeOf("", whole([6]))).toEqual({ rows: null, columns: 0, at: [0] });
    expect(planeOf("", whole([]))).toEqual({ rows: null, columns: null, at: [] });
  });
});
