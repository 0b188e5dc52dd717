// The line being typed. Up and down move on one axis: lines typed before lie above it, suggestions below.
import type { Completion } from "../../protocol/messages";

export interface LineState {
  text: string;
  /** What was typed, while a line of the history stands in its place. */
  draft: string;
  /** 0: the line itself; -1: the line typed last, and so on; 1: the first suggestion. */
  position: number;
}

export const EMPTY_LINE: LineState = { text: "", draft: "", position: 0 };

export function typed(text: string): LineState {
  return { text, draft: text, position: 0 };
}

export function moved(state: LineState, by: 1 | -1, history: readonly string[], suggestions: number): LineState {
  // A line out of the history has no suggestions of the draft's below it until the draft is back.
  const position = Math.max(-history.length, Math.min(suggestions, state.position + by));
  return { ...state, position, text: history.at(position < 0 ? position : history.length) ?? state.draft };
}

/** The line with its last word replaced by a candidate. */
export function accepted(completion: Completion, candidate: string): string {
  return `${completion.before}${candidate} `;
}

/** What Tab makes of the line: the only candidate, or as much as all of them share. */
export function completed(line: string, completion: Completion): string {
  const [first, ...others] = completion.candidates.map((candidate) => candidate.text);
  if (first === undefined) return line;
  if (others.length === 0) return accepted(completion, first);
  let shared = first;
  for (const other of others) {
    while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  }
  const word = line.slice(completion.before.length);
  return shared.length > word.length ? completion.before + shared : line;
}

const LONGEST_HISTORY = 200;

/** The history with a line at its end; the same line twice running counts once. */
export function remembered(history: readonly string[], line: string): string[] {
  return history.at(-1) === line ? [...history] : [...history, line].slice(-LONGEST_HISTORY);
}
