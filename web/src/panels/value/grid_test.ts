import { describe, expect, it } from "vitest";

import type { Health, Value } from "../../protocol/messages";
import { gridOf } from "./grid";

function answer(shown: number[], strides: number[], numbers: number[]): Value {
  const bytes = new Uint8Array(new Float64Array(numbers).buffer);
  return {
    dtype: "float32", shape: shown, view: shown, shown, strides, cells: btoa(String.fromCharCode(...bytes)),
    texts: numbers.map((number) => `${number}.`), health: {} as Health,
  };
}

describe("grids", () => {
  it("have rows and columns", () => {
    const grid = gridOf(answer([2, 3], [4, 1], [0, 1, 2, 3, 4, 5]), false);
    expect([grid.rows, grid.columns, grid.rowStride, grid.columnStride]).toEqual([2, 3, 4, 1]);
    expect(grid.number(1, 2)).toBe(5);
    expect(grid.text(1, 0)).toBe("3.");
  });

  it("can be turned", () => {
    const grid = gridOf(answer([2, 3], [4, 1], [0, 1, 2, 3, 4, 5]), true);
    expect([grid.rows, grid.columns, grid.rowStride, grid.columnStride]).toEqual([3, 2, 1, 4]);
    expect(grid.number(2, 1)).toBe(5);
    expect(grid.number(0, 1)).toBe(3);
  });

  it("are one row, or one cell, where there are fewer axes", () => {
    expect(gridOf(answer([3], [2], [0, 1, 2]), false)).toMatchObject({ rows: 1, columns: 3, columnStride: 2 });
    expect(gridOf(answer([], [], [7]), false).number(0, 0)).toBe(7);
  });
});
