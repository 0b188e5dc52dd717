import { expect, it } from "vitest";

import type { AlertRow, Health } from "../../protocol/messages";
import { headline } from "./headline";

const LOG: AlertRow = {
  event: 1, name: "Log:0", count: 1, verdict: "origin", source: "op", kind: "neg_inf", op: 1, op_name: "Log", op_type: "Log",
  graph: "train_step", step: 2, execution: 7, time_ns: 0, device: "", health: {} as Health, element: null,
  place: { file: 0, path: "/a/mnist.py", line: 37, function: "loss" }, layer: null, forward: "", message: "", origin: null,
};

it.each([
  [{}, null, "−∞ born in Log, step 2, in loss()"],
  [{ layer: { path: "net/dense", type: "Dense", made: LOG.place } }, null, "−∞ born in Log, step 2, in net/dense"],
  [{ layer: { path: "net/dense", type: "Dense", made: null } }, null, "−∞ born in Log, step 2, in loss()"],
  [{ place: null }, 3, "−∞ born in Log, step 2, iteration 3, in train_step()"],
  [{ step: null, place: null, graph: "" }, null, "−∞ born in Log, execution 7"],
  [{ verdict: "inherited", kind: "nan" }, null, "NaN handed on by Log, step 2, in loss()"],
  [{ verdict: "handled", kind: "pos_inf" }, null, "+∞ in Log, for which a loss scaler skipped the step, step 2, in loss()"],
  [{ verdict: "masked", kind: null }, null, "A bad value in Log, of which nothing bad came, step 2, in loss()"],
  [{ kind: "error" }, null, "Log failed, step 2, in loss()"],
  [{ source: "variable", op_type: "ReadVariableOp" }, null, "−∞ in a variable, read by ReadVariableOp, step 2, in loss()"],
] as const)("%o, iteration %s: %s", (change, iteration, text) => {
  expect(headline({ alert: { ...LOG, ...change }, iteration })).toBe(text);
});
