import { describe, expect, it } from "vitest";

import { cellsOf, kindOf, ravel, unravel } from "./element";

describe("elements", () => {
  it("are of a kind that depends on the dtype", () => {
    expect(kindOf(NaN, "float32")).toBe("nan");
    expect(kindOf(Infinity, "float32")).toBe("pos-inf");
    expect(kindOf(-Infinity, "float32")).toBe("neg-inf");
    expect(kindOf(-0, "float32")).toBe("zero");
    expect(kindOf(1e-40, "float32")).toBe("subnormal");
    expect(kindOf(-1e-40, "bfloat16")).toBe("subnormal");
    expect(kindOf(1e-40, "float64")).toBe("plain");
    expect(kindOf(4e-320, "float64")).toBe("subnormal");
    expect(kindOf(6e-5, "float16")).toBe("subnormal");
    expect(kindOf(2 ** -126, "float32")).toBe("plain");
    expect(kindOf(1, "int32")).toBe("plain");
  });

  it("come as the bytes of doubles", () => {
    const bytes = new Uint8Array(new Float64Array([1.5, -Infinity, NaN]).buffer);
    const cells = btoa(String.fromCharCode(...bytes));
    expect([...(cellsOf({ cells }) ?? [])]).toEqual([1.5, -Infinity, NaN]);
    expect(cellsOf({ cells: "" })).toBeNull();
  });

  it("have an index", () => {
    expect(unravel(23, [2, 3, 4])).toEqual([1, 2, 3]);
    expect(ravel([1, 2, 3], [2, 3, 4])).toBe(23);
    expect(unravel(0, [])).toEqual([]);
    expect(ravel([], [])).toBe(0);
  });
});
