import { describe, expect, it } from "vitest";

import type { Words } from "../../protocol/messages";
import { proposals } from "./filter_words";

const WORDS: Words = {
  sort_keys: [],
  fields: ["name", "op", "graph", "dtype", "max", "mean", "min", "has_inf_or_nan"].map((text) => ({ text, meaning: "" })),
  filters: [{ text: "has_inf_or_nan", meaning: "" }, { text: "huge", meaning: "" }],
  op_types: ["Log", "MatMul", "Mul"],
  graphs: ["train_step"],
};

function texts(before: string): string[] {
  return proposals(before, WORDS).words.map((word) => word.text);
}

describe("proposals for a filter", () => {
  it("begin with fields and named filters, each once", () => {
    expect(texts("m")).toEqual(["max", "mean", "min", "name"]);
    expect(texts("h")).toEqual(["has_inf_or_nan", "huge", "graph"]);
    expect(proposals("max > 1 and h", WORDS).begin).toBe(12);
  });

  it("are signs after a field", () => {
    expect(texts("op ")).toContain("=~");
    expect(texts("max ")).toContain(">");
    expect(texts("max ")).not.toContain("=~");
  });

  it("are values after a sign, in quotes", () => {
    expect(texts("op == ")).toEqual(['"Log"', '"MatMul"', '"Mul"']);
    expect(texts("op == M")).toEqual(['"MatMul"', '"Mul"']);
    expect(texts('op == "mu')).toEqual(['"Mul"', '"MatMul"']);
    expect(proposals('op == "mu', WORDS).begin).toBe(6);
    expect(texts('op in ["Log", ')).toEqual(['"Log"', '"MatMul"', '"Mul"']);
    expect(texts("graph == t")).toEqual(['"train_step"']);
    expect(texts('name =~ "x')).toEqual([]);
  });

  it("are `and` and `or` after a whole term", () => {
    expect(texts("max > 1 ")).toEqual(["and", "or"]);
    expect(texts('op == "Log" o')).toEqual(["or"]);
    expect(texts("has_inf_or_nan ")).toEqual(["and", "or"]);
    expect(texts("max > 1 and ")).toContain("min");
  });
});
