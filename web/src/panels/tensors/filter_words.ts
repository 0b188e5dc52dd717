// What may come next in a filter.
import type { Word, Words } from "../../protocol/messages";

export interface Proposal {
  /** What it replaces: from there to the cursor. */
  begin: number;
  words: Word[];
}

const MOST = 50;
const TEXT_FIELDS = ["name", "node", "op", "graph", "dtype", "device", "host"];
const DTYPES = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128", "int8", "int16", "int32",
  "int64", "uint8", "uint16", "uint32", "uint64", "bool", "string"];
const TEXT_SIGNS: Word[] = [
  { text: "==", meaning: "is exactly" },
  { text: "!=", meaning: "is not" },
  { text: "=~", meaning: "matches the regular expression" },
  { text: "!~", meaning: "does not match it" },
  { text: "in", meaning: "is one of a list" },
];
const NUMBER_SIGNS: Word[] = [
  { text: ">", meaning: "above" },
  { text: "<", meaning: "below" },
  { text: "==", meaning: "is exactly" },
  { text: ">=", meaning: "at least" },
  { text: "<=", meaning: "at most" },
  { text: "!=", meaning: "is not" },
];
const JOINTS: Word[] = [
  { text: "and", meaning: "both" },
  { text: "or", meaning: "one or both" },
];

/** For a cursor at the end of `before`. */
export function proposals(before: string, words: Words): Proposal {
  const quote = openQuote(before);
  if (quote >= 0) return valuesFor(before.slice(0, quote), before.slice(quote + 1), quote, words);
  const word = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  const begin = before.length - word.length;
  const left = before.slice(0, begin);
  if (COMPARED.test(left)) return valuesFor(left, word, begin, words);
  if (word === "") {
    const field = /(\w+)\s+$/.exec(left)?.[1];
    const known = words.fields.find((one) => one.text === field);
    if (known) {
      const signs = known.text === "has_inf_or_nan" ? JOINTS : TEXT_FIELDS.includes(known.text) ? TEXT_SIGNS : NUMBER_SIGNS;
      return { begin, words: signs };
    }
  }
  if (/["'\])\w]\s+$/.test(left) && !/\b(and|or|not)\s+$/.test(left)) return { begin, words: fitting(JOINTS, word) };
  const starts = [...words.filters, ...words.fields, { text: "not", meaning: "the opposite" }];
  return { begin, words: fitting(withoutTwins(starts), word) };
}

const COMPARED = /(\w+)\s*(?:==|!=|=~|!~|(?:not\s+)?in\s*\[[^\]]*)\s*$/;

function valuesFor(left: string, typed: string, begin: number, words: Words): Proposal {
  const field = COMPARED.exec(left)?.[1];
  const values = field === "op" ? words.op_types : field === "graph" ? words.graphs : field === "dtype" ? DTYPES : [];
  const quoted = fitting(values.map((text) => ({ text, meaning: "" })), typed);
  return { begin, words: quoted.map(({ text }) => ({ text: JSON.stringify(text), meaning: "" })) };
}

/** Those that begin with it first, then those that hold it. */
function fitting(words: Word[], typed: string): Word[] {
  const sought = typed.toLowerCase();
  const rank = (word: Word) => {
    const at = word.text.toLowerCase().indexOf(sought);
    return at < 0 ? 2 : at === 0 ? 0 : 1;
  };
  return [0, 1].flatMap((wanted) => words.filter((word) => rank(word) === wanted)).slice(0, MOST);
}

function withoutTwins(words: Word[]): Word[] {
  return words.filter((word, at) => words.findIndex((other) => other.text === word.text) === at);
}

function openQuote(text: string): number {
  let quote = -1;
  for (let at = 0; at < text.length; ++at) {
    const sign = text.charAt(at);
    if (quote < 0 ? sign === '"' || sign === "'" : sign === text.charAt(quote)) quote = quote < 0 ? at : -1;
    else if (quote >= 0 && sign === "\\") ++at;
  }
  return quote;
}
