import { describe, expect, it } from "vitest";

import { loadCode, numpyCode } from "./numpy_code";

function array(cells: number[], shape: number[], dtype: string): string {
  return numpyCode(cells, shape, dtype).split("x = ")[1]?.trim() ?? "";
}

describe("numpy code", () => {
  it("nests lists as the shape does", () => {
    expect(array([1, 2, 3, 4], [2, 2], "float32")).toBe("np.array([[1.0, 2.0], [3.0, 4.0]], dtype=np.float32)");
    expect(array([7], [], "int64")).toBe("np.array(7, dtype=np.int64)");
    expect(array([], [2, 0], "float32")).toBe("np.zeros((2, 0), dtype=np.float32)");
    expect(array([], [0], "int8")).toBe("np.zeros((0,), dtype=np.int8)");
  });

  it("writes what is no number, and truth", () => {
    expect(array([NaN, Infinity, -Infinity, -0], [4], "float64")).toBe("np.array([np.nan, np.inf, -np.inf, -0.0], dtype=np.float64)");
    expect(array([1, 0], [2], "bool")).toBe("np.array([True, False], dtype=np.bool_)");
  });

  it("gives singles as few digits as they need", () => {
    expect(array([Math.fround(0.1), Math.fround(1e-40), 0.1], [3], "float32")).toContain("[0.1, 1e-40, 0.1]");
    expect(array([0.1], [1], "float64")).toContain("[0.1]");
  });

  it("loads what is too large", () => {
    expect(loadCode("Log:0.npy")).toContain('np.load("Log:0.npy")');
    expect(numpyCode([1], [1], "bfloat16")).toContain("import ml_dtypes");
  });
});
