// Marks and tracks drawn by hand, for tests.
import type { Mark, Track, Verdict } from "../../protocol/messages";

export function mark(begin: number, end = begin, worst: Verdict | null = null): Mark {
  return { begin_ns: begin, end_ns: end, count: 1, worst, label: "", execution: null, event: null, step: null };
}

/** Of the only thread. */
export function track(kind: Track["kind"], name: string, marks: Mark[]): Track {
  return { kind, name, thread: null, thread_name: "", lane: 0, marks };
}
