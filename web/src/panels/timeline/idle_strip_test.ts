import { expect, it } from "vitest";

import type { Timeline } from "../../protocol/messages";
import { badInSight } from "./idle_strip";
import { mark, track } from "./track_sketch";

const TIMELINE: Timeline = {
  first_ns: 0, last_ns: 100, from_ns: 0, to_ns: 100,
  tracks: [
    track("executions", "", [mark(0, 10, "masked"), mark(20, 30, "inherited"), mark(40, 50, "origin"), mark(60, 70, null)]),
    track("device", "CPU:0", [mark(5, 5, "masked"), mark(45, 45, "origin")]),
  ],
};

it("lists bad executions, the gravest first", () => {
  expect(badInSight(TIMELINE, { from: 0, to: 100 }).map((spot) => spot.mark.begin_ns)).toEqual([40, 20, 0]);
  expect(badInSight(TIMELINE, { from: 15, to: 35 }).map((spot) => spot.mark.begin_ns)).toEqual([20]);
});

it("lists tensors where no execution was recorded", () => {
  const alone = { ...TIMELINE, tracks: TIMELINE.tracks.slice(1) };
  expect(badInSight(alone, { from: 0, to: 100 }).map((spot) => spot.mark.begin_ns)).toEqual([45, 5]);
});
