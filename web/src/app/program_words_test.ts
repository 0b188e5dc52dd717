import { describe, expect, it } from "vitest";

import type { StopInfo, TargetInfo } from "../protocol/messages";
import { placeOf, programWords, refusalOf, waitingWords } from "./program_words";

const BIRTH: StopInfo = {
  number: 3, reason: "birth", run: 1, event: 82, op_type: "Log", op_name: "loss/Log", place: "train.py:54", function: "loss",
  step: 2, beside: 0,
};

function program(changes: Partial<TargetInfo>): TargetInfo {
  return { living: true, phase: "running", text: "", stop: null, waiting: 0, hold_asked: false, detached: false, status: 0, ...changes };
}

const HELD = program({ phase: "held", stop: BIRTH });

describe("programWords", () => {
  it.each([
    [program({ phase: "starting" }), "Starting"],
    [program({ phase: "starting", hold_asked: true }), "Starting, will be held at its first op"],
    [program({}), "Running"],
    [program({ hold_asked: true }), "Running, will be held at its next op"],
    [program({ detached: true }), "Running, detached"],
    [HELD, "Held at Log, train.py:54"],
    [program({ phase: "held", stop: { ...BIRTH, place: "" } }), "Held at Log"],
    [program({ phase: "held", stop: { ...BIRTH, op_type: "", place: "" } }), "Held at an op"],
    [program({ phase: "finished" }), "Finished"],
    [program({ phase: "failed", status: 1 }), "Ended with status 1"],
  ])("%o", (target, words) => expect(programWords(target)).toBe(words));

  it("leaves recordings to what was recorded", () => {
    for (const phase of ["growing", "complete", "lost"] as const) {
      expect(programWords(program({ living: false, phase }))).toBeNull();
    }
  });
});

it("says how many threads wait", () => {
  expect(waitingWords(HELD)).toBe("");
  expect(waitingWords({ ...HELD, waiting: 1 })).toBe("1 more thread waits");
  expect(waitingWords({ ...HELD, waiting: 2 })).toBe("2 more threads wait");
});

it("leads to the cause of a birth or an error, and to the tensor of another stop", () => {
  expect(placeOf(BIRTH)).toEqual({ view: "alerts", run: 1, event: 82 });
  expect(placeOf({ ...BIRTH, reason: "error" })).toEqual({ view: "alerts", run: 1, event: 82 });
  expect(placeOf({ ...BIRTH, reason: "asked" })).toEqual({ view: "tensors", run: 1, event: 82 });
  expect(placeOf({ ...BIRTH, event: null })).toBeNull();
});

describe("refusalOf", () => {
  it.each([
    [HELD, [null, "The program is held already.", null]],
    [program({}), ["The program is not held.", null, null]],
    [program({ hold_asked: true }), ["The program is not held.", "The program will be held at its next op.", null]],
    [program({ detached: true }),
      ["The program is not held.", "The program was detached, and is never held again.", "The program was detached already."]],
    [program({ phase: "failed", status: 1 }), ["The program has ended.", "The program has ended.", "The program has ended."]],
  ] as const)("%o", (target, refusals) => {
    expect((["continue", "hold", "detach"] as const).map((control) => refusalOf(control, target))).toEqual(refusals);
  });
});
