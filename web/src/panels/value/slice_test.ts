import { describe, expect, it } from "vitest";

import { fixed, narrowed, openAxes, parseSlice, sliceText, viewShape, wholeIndex, type Part } from "./slice";

const SHAPE = [4, 28, 30];

function part(text: string, shape: readonly number[] = SHAPE): Part {
  const parsed = parseSlice(text, shape);
  if (parsed === null) throw new Error(`${text} was not understood`);
  return parsed;
}

describe("slices", () => {
  it("choose what numpy would", () => {
    expect(viewShape(part(""))).toEqual(SHAPE);
    expect(viewShape(part("[...]"))).toEqual(SHAPE);
    expect(viewShape(part("2"))).toEqual([28, 30]);
    expect(viewShape(part("[-1, 3:9, ::-2]"))).toEqual([6, 15]);
    expect(viewShape(part("..., 5"))).toEqual([4, 28]);
    expect(viewShape(part("1:100, 20:3, ::-1"))).toEqual([3, 0, 30]);
    expect(viewShape(part("", []))).toEqual([]);
    expect(wholeIndex(part("[-1, 3:9, ::-2]"), [1, 2])).toEqual([3, 4, 25]);
  });

  it("are left to tdbg where they are wrong", () => {
    for (const text of ["4", "-5", "1,2,3,4", "a", "::0", "...,...", "1.5", "None"]) expect(parseSlice(text, SHAPE)).toBeNull();
  });

  it("are written back", () => {
    for (const text of ["", "2", "3, 0:5", "..., 7:3:-2", "::-1", "::3, 5"]) {
      const written = sliceText(part(text));
      expect(part(written)).toEqual({ ...part(text), axes: part(written).axes });
      expect(viewShape(part(written))).toEqual(viewShape(part(text)));
      expect(wholeIndex(part(written), [0, 0, 0])).toEqual(wholeIndex(part(text), [0, 0, 0]));
    }
    expect(sliceText(part("[:, :, :]"))).toBe("");
    expect(sliceText(part("3, 0:5"))).toBe("3, 0:5, :");
  });

  it("become windows", () => {
    const window = narrowed(narrowed(fixed(part(""), 0, 3), 1, 0, 60), 2, 20, 40);
    expect(sliceText(window)).toBe("3, :, 20:30");
    expect(sliceText(narrowed(part("::-1, 0, 0"), 0, 1, 2))).toBe("2:0:-1, 0, 0");
    expect(sliceText(narrowed(part("::-1, 0, 0"), 0, 2, 2))).toBe("1::-1, 0, 0");
    expect(openAxes(part("0"))).toEqual([1, 2]);
    expect(sliceText(fixed(part("1:3"), 0, 99))).toBe("2, :, :");
  });
});
