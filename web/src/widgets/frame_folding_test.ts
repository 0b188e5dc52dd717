import { expect, it } from "vitest";

import type { Frame } from "../protocol/messages";
import { foldFrames, type FrameLine } from "./frame_folding";

const frames = [false, true, true, false, true].map((library, index): Frame => ({
  file: null, path: "a.py", line: index, function: "f", text: "", library,
}));

function texts(lines: FrameLine[]): (string | number)[] {
  return lines.map((line) => (line.kind === "fold" ? `+${line.count}` : line.index));
}

it("folds runs of library frames", () => {
  expect(texts(foldFrames(frames, new Set()))).toEqual([0, "+2", 3, "+1"]);
});

it("shows the runs that were opened", () => {
  expect(texts(foldFrames(frames, new Set([1])))).toEqual([0, 1, 2, 3, "+1"]);
});

it("has nothing to show of no frames", () => {
  expect(foldFrames([], new Set())).toEqual([]);
});
