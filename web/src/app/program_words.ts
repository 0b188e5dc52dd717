// How the program stands, in words, and what can be asked of it now.
import { counted } from "../base/numbers";
import type { Changes } from "../engine/place";
import type { StopInfo, TargetInfo } from "../protocol/messages";

export type Control = "continue" | "hold" | "detach";

/** "Held at Log, train.py:54"; null of a recording. */
export function programWords(target: TargetInfo): string | null {
  switch (target.phase) {
    case "starting":
      return target.hold_asked ? "Starting, will be held at its first op" : "Starting";
    case "running":
      if (target.hold_asked) return "Running, will be held at its next op";
      return target.detached ? "Running, detached" : "Running";
    case "held":
      return target.stop === null ? "Held" : `Held ${placeWords(target.stop)}`;
    case "finished":
      return "Finished";
    case "failed":
      return `Ended with status ${target.status}`;
    default:
      return null;
  }
}

function placeWords(stop: StopInfo): string {
  return [`at ${stop.op_type === "" ? "an op" : stop.op_type}`, stop.place].filter((part) => part !== "").join(", ");
}

/** "2 more threads wait"; "" if none does. */
export function waitingWords(target: TargetInfo): string {
  if (target.waiting === 0) return "";
  return target.waiting === 1 ? "1 more thread waits" : `${counted(target.waiting, "more thread")} wait`;
}

/** Where the page shows what the program is held at: a birth or an error with its cause, else the tensor. */
export function placeOf(stop: StopInfo): Changes | null {
  if (stop.event === null) return null;
  return { view: stop.reason === "asked" ? "tensors" : "alerts", run: stop.run, event: stop.event };
}

/** Why the program cannot be asked for this now; null if it can. */
export function refusalOf(control: Control, target: TargetInfo): string | null {
  if (target.phase === "finished" || target.phase === "failed") return "The program has ended.";
  switch (control) {
    case "continue":
      return target.phase === "held" ? null : "The program is not held.";
    case "hold":
      if (target.phase === "held") return "The program is held already.";
      if (target.detached) return "The program was detached, and is never held again.";
      return target.hold_asked ? "The program will be held at its next op." : null;
    case "detach":
      return target.detached ? "The program was detached already." : null;
  }
}
