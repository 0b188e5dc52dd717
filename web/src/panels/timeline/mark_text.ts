// What is said of a mark.
import { counted, durationText } from "../../base/numbers";
import type { Mark, Track } from "../../protocol/messages";
import { shortName } from "./marks";
import { threadName } from "./rows";
import { momentText } from "./time_window";

export interface MarkFacts {
  title: string;
  lines: string[];
}

/** A moment, exact to the microsecond. */
export function exactMoment(time: number): string {
  return momentText(time, 1000);
}

const NOUNS: Record<Track["kind"], string> = { steps: "step", executions: "execution", device: "tensor" };

export function factsOf(track: Track, mark: Mark): MarkFacts {
  const single = mark.count === 1;
  const title = single ? shortName(mark.label) || NOUNS[track.kind] : counted(mark.count, NOUNS[track.kind]);
  const length = mark.end_ns - mark.begin_ns;
  const lines = [
    single && track.kind !== "steps" && mark.step !== null ? `step ${mark.step}` : "",
    single && mark.execution !== null ? `execution @${mark.execution}` : "",
    threadName(track),
    `at ${exactMoment(mark.begin_ns)}${length > 0 ? `, for ${durationText(length)}` : ""}`,
  ];
  return { title, lines: lines.filter((line) => line !== "") };
}

/** The same in one line, for those who listen. */
export function spokenText(name: string, track: Track, mark: Mark): string {
  const { title, lines } = factsOf(track, mark);
  return [`${name}: ${title}`, ...lines, mark.worst === null ? "clean" : `bad, ${mark.worst}`].join(", ");
}
