import { expect, it } from "vitest";

import type { Frame } from "../protocol/messages";
import { foldFrames } from "./frame_folding";

const frames = [false, true, true, false, true].map((library, index): Frame => ({
  file: null, path: "a.py", line: index, function: "f", text: "", library,
}));

it("folds runs of library frames", () => {
  expect(foldFrames(frames, new Set()).map((line) => (line.kind === "fold" ? `+${line.count}` : line.index))).toEqual([0, "+2", 3, "+1"]);
});

it("shows the runs that were opened", () => {
  expect(foldFrames(frames, new Set([1])).map((line) => (line.kind === "fold" ? `+${line.count}` : line.index))).toEqual([0, 1, 2, 3, "+1"]);
});

it("has nothing to show of no frames", () => {
  expect(foldFrames([], new Set())).toEqual([]);
});
