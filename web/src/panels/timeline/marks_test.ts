import { expect, it } from "vitest";

import type { Track } from "../../protocol/messages";
import { firstFrom, markAt, neighbour, nextBad, shortName } from "./marks";
import { mark, track } from "./track_sketch";

const MARKS = [mark(0, 10), mark(20, 30), mark(50)];

it("finds by time", () => {
  expect(firstFrom(MARKS, 20)).toBe(1);
  expect(firstFrom(MARKS, 51)).toBe(3);
  expect(markAt(MARKS, 25, 0)).toBe(MARKS[1]);
  expect(markAt(MARKS, 12, 3)).toBe(MARKS[0]);
  expect(markAt(MARKS, 15, 3)).toBeNull();
  expect(markAt(MARKS, 48, 3)).toBe(MARKS[2]);
});

it("goes on and back", () => {
  expect(neighbour(MARKS, 20, 1)).toBe(MARKS[2]);
  expect(neighbour(MARKS, 20, -1)).toBe(MARKS[0]);
  expect(neighbour(MARKS, 50, 1)).toBeNull();
  expect(neighbour(MARKS, 15, 1)).toBe(MARKS[1]);
});

it("goes to the next bad one of any track", () => {
  const tracks: Track[] = [
    track("steps", "", [mark(5, 100, "origin")]),
    track("executions", "", [mark(10), mark(40, 50, "inherited")]),
    track("device", "CPU:0", [mark(30, 30, "masked"), mark(60)]),
  ];
  expect(nextBad(tracks, 0, 1)).toMatchObject({ track: 2, mark: { begin_ns: 30 } });
  expect(nextBad(tracks, 30, 1)).toMatchObject({ track: 1, mark: { begin_ns: 40 } });
  expect(nextBad(tracks, 40, 1)).toBeNull();
  expect(nextBad(tracks, 99, -1)).toMatchObject({ track: 1 });
});

it("shortens the names of functions", () => {
  expect(shortName("__inference_train_step_304")).toBe("train_step");
  expect(shortName("MatMul")).toBe("MatMul");
});
