// What could be meant by the typed text: words of the command language, sections, ops and tensors by name.
import { useAnswer } from "../../engine/answer";
import { call, CallError } from "../../engine/client";
import { go, run } from "../../engine/place";
import type { Completion } from "../../protocol/messages";
import { SECTIONS } from "../sections";
import { lastPlaceIn } from "../visited";
import { client } from "./client_id";

export interface Suggestion {
  kind: "word" | "section" | "name" | "search";
  text: string;
  meaning: string;
  /** Goes there; absent for a word, which goes into the line. */
  jump?: () => Promise<void> | void;
}

const MOST_WORDS = 40;
const MOST_NAMES = 20;
const SHORTEST_NAME = 2;
const AMBIGUOUS = 400;

export interface Suggested {
  suggestions: Suggestion[];
  completion: Completion | null;
  /** Not all that could be meant is known yet. */
  pending: boolean;
}

export function useSuggestions(line: string): Suggested {
  const ask = (text: string) => ({ client: client(), run: run.value, line: text });
  const words = useAnswer("complete", line === "" ? null : ask(line), { grows: false });
  const isName = mayBeName(line);
  const names = useAnswer("complete", isName ? ask(`${nameCommand(line)} ${line}`) : null, { grows: false });
  const completion = words.stale ? null : words.value;
  const suggestions = suggestionsFor(line, completion, names.stale || !isName ? null : names.value);
  return { suggestions, completion, pending: words.stale || names.stale };
}

function mayBeName(line: string): boolean {
  return line.length >= SHORTEST_NAME && !line.includes(" ");
}

/** Finds the text anywhere in the names of tensors, in small letters or large. */
function search(line: string): Suggestion {
  const pattern = line.replace(/[^\w/:-]/g, ".");
  return {
    kind: "search", text: line, meaning: "tensors with this in their name",
    jump: () => go({ view: "tensors", filter: `name =~ "(?i)${pattern}"` }),
  };
}

/** The command that shows what the name names: a colon tells a tensor from an op. */
function nameCommand(line: string): string {
  return line.includes(":") ? "print_tensor" : "node_info";
}

export function suggestionsFor(line: string, words: Completion | null, names: Completion | null): Suggestion[] {
  const sections = SECTIONS.filter((section) => section.word.toLowerCase().startsWith(line.toLowerCase()));
  return [
    ...(words?.candidates ?? []).slice(0, MOST_WORDS).map((word): Suggestion => ({ kind: "word", ...word })),
    ...sections.map((section): Suggestion => ({
      kind: "section", text: section.word, meaning: section.what, jump: () => go(lastPlaceIn(section.view)),
    })),
    ...(names?.candidates ?? []).slice(0, MOST_NAMES).map((name): Suggestion => ({
      kind: "name", text: name.text, meaning: name.meaning, jump: () => jumpToName(name.text),
    })),
    ...(mayBeName(line) ? [search(line)] : []),
  ];
}

/** Goes to the value of a tensor, else to the op in its graph, else to the execution; of several such, to all. */
async function jumpToName(name: string): Promise<void> {
  const found = await call("find", { run: run.value, name }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === AMBIGUOUS) return null;
    throw error;
  });
  if (found === null) {
    go({ view: "tensors", filter: `node == "${name.replace(/:\d+$/, "")}"` });
    return;
  }
  if (found.op !== null && !name.includes(":")) go({ view: "graph", op: found.op });
  else if (found.event !== null) go({ view: "value", event: found.event });
  else if (found.op !== null) go({ view: "graph", op: found.op });
  else if (found.execution !== null) go({ view: "timeline", execution: found.execution });
}
