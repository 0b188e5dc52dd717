import { describe, expect, it } from "vitest";

import { accepted, completed, moved, remembered, typed } from "./line_state";

const completionOf = (before: string, ...texts: string[]) => ({ before, candidates: texts.map((text) => ({ text, meaning: "" })) });

describe("up and down", () => {
  const history = ["alerts", "lt -f nan"];

  it("goes up through the history and back to what was typed", () => {
    let line = moved(typed("pt"), -1, history, 3);
    expect(line.text).toBe("lt -f nan");
    line = moved(line, -1, history, 3);
    expect(line.text).toBe("alerts");
    expect(moved(line, -1, history, 3)).toEqual(line);
    line = moved(moved(line, 1, history, 3), 1, history, 3);
    expect(line).toEqual(typed("pt"));
  });

  it("goes down into the suggestions and no further", () => {
    let line = moved(typed("pt"), 1, history, 1);
    expect(line).toEqual({ text: "pt", draft: "pt", position: 1 });
    line = moved(line, 1, history, 1);
    expect(line.position).toBe(1);
  });
});

describe("completion", () => {
  it("replaces the last word", () => {
    expect(accepted(completionOf("lt -f ", "nan"), "nan")).toBe("lt -f nan ");
  });
  it("takes the only candidate whole, of several what they share", () => {
    expect(completed("li", completionOf("", "list_inputs"))).toBe("list_inputs ");
    expect(completed("li", completionOf("", "list_inputs", "list_outputs", "list_"))).toBe("list_");
    expect(completed("list_", completionOf("", "list_inputs", "list_outputs"))).toBe("list_");
    expect(completed("zz", completionOf(""))).toBe("zz");
  });
});

it("remembers a line repeated at once only once", () => {
  expect(remembered(["a"], "a")).toEqual(["a"]);
  expect(remembered(["a"], "b")).toEqual(["a", "b"]);
});
