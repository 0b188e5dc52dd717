import { describe, expect, it } from "vitest";

import { hasTerm, termsOf, withTerm, withoutTerm } from "./filter_terms";

describe("terms of a filter", () => {
  it("are what stands between `and` outside of quotes and brackets", () => {
    expect(termsOf('op == "a and b" and (max > 1 and min < 2) and band > 3')).toEqual([
      'op == "a and b"', "(max > 1 and min < 2)", "band > 3",
    ]);
    expect(termsOf("")).toEqual([]);
    expect(termsOf('name == "a\\" and b"')).toEqual(['name == "a\\" and b"']);
  });

  it("are added and taken away", () => {
    expect(withTerm("", "nan > 0")).toBe("nan > 0");
    expect(withTerm("max > 1", "nan > 0")).toBe("max > 1 and nan > 0");
    expect(withTerm("max > 1 or min < 0", "nan > 0")).toBe("(max > 1 or min < 0) and nan > 0");
    expect(withoutTerm("max > 1 and nan > 0 and min < 0", "nan > 0")).toBe("max > 1 and min < 0");
    expect(hasTerm("max > 1 and nan > 0", "nan > 0")).toBe(true);
    expect(hasTerm("max > 1 and nan > 01", "nan > 0")).toBe(false);
  });
});
