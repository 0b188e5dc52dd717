// Which ops are shown and which is selected: places of the page.
import { go, numberOf, textOf } from "../../engine/place";

/** The ops that are shown with their neighbours. */
export function shownOps(): number[] {
  const list = (textOf("ops") ?? "").split(",").filter((text) => /^\d+$/.test(text)).map(Number);
  const op = numberOf("op");
  return list.length > 0 ? list : op === null ? [] : [op];
}

export function showsWhole(): boolean {
  return textOf("mode") === "whole" || shownOps().length === 0;
}

/** Another op: in the same picture, which grows where the op is not in it, or in its graph. */
export function select(op: number): void {
  if (showsWhole()) go({ op, ops: null, graph: null, mode: "whole" });
  else go({ op, ops: withOp(op) });
}

/** The op with its neighbours beside what is shown. */
export function expand(op: number): void {
  go({ op, ops: withOp(op) });
}

function withOp(op: number): string {
  return [...new Set([...shownOps(), op])].join(",");
}

/** What is shown stays, though none of it is selected. */
export function deselect(): void {
  go({ op: null, ops: showsWhole() ? null : shownOps().join(",") });
}

export function centre(op: number): void {
  go({ op, ops: null, mode: null, graph: null, open: null });
}
