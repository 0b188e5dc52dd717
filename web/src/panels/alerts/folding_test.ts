import { describe, expect, it } from "vitest";

import type { AlertRow, Health, Verdict } from "../../protocol/messages";
import { foldAlerts, lineOf, neighbour, type AlertLine } from "./folding";

function row(event: number, verdict: Verdict, origin: number | null = null, count = 1): AlertRow {
  return {
    event, verdict, origin, name: `t${event}`, count, source: "op", kind: "nan", op: event, op_name: `t${event}`,
    op_type: "Log", graph: "", step: null, execution: null, time_ns: 0, device: "", health: {} as Health, element: null,
    place: null, layer: null, forward: "", message: "",
  };
}

const ROWS = [
  row(1, "origin"), row(5, "origin"), row(2, "inherited", 1), row(3, "inherited", 1, 4), row(6, "inherited", 77), row(9, "masked"),
];

function texts(lines: AlertLine[]): string[] {
  return lines.map((line) => {
    if (line.kind === "heading") return `${line.text} (${line.count})`;
    return `${line.inner ? "  " : ""}${line.row.event}${line.heirs > 0 ? ` +${line.heirs}` : ""}`;
  });
}

describe("foldAlerts", () => {
  it("folds heirs under their origin, and puts the masked at the end", () => {
    expect(texts(foldAlerts(ROWS, new Set()))).toEqual(["1 +5", "5", "Inherited from elsewhere (1)", "6", "Masked (1)", "9"]);
  });
  it("shows the heirs of opened origins", () => {
    expect(texts(foldAlerts(ROWS, new Set([1]))))
      .toEqual(["1 +5", "  2", "  3", "5", "Inherited from elsewhere (1)", "6", "Masked (1)", "9"]);
    expect(foldAlerts(ROWS, "all")).toHaveLength(8);
  });
  it("needs no headings where there is one kind alone", () => {
    expect(texts(foldAlerts([row(9, "masked")], new Set()))).toEqual(["9"]);
    expect(texts(foldAlerts([row(2, "inherited", 1)], new Set()))).toEqual(["2"]);
  });
  it("puts what was handled behind the masked", () => {
    expect(texts(foldAlerts([row(8, "handled"), row(9, "masked")], new Set()))).toEqual(["9", "Handled (1)", "8"]);
    expect(foldAlerts([], new Set())).toEqual([]);
  });
});

it("goes to the next and the previous alert over headings", () => {
  const lines = foldAlerts(ROWS, new Set());
  expect(neighbour(lines, 5, 1)?.event).toBe(6);
  expect(neighbour(lines, 6, -1)?.event).toBe(5);
  expect(neighbour(lines, 9, 1)).toBeNull();
  expect(neighbour(lines, null, 1)?.event).toBe(1);
  expect(lineOf(lines, 6)).toBe(3);
  expect(lineOf(lines, 2)).toBe(-1);
});
