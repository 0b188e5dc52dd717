// A filter as terms joined by `and`, of which single ones are switched on and off.

/** Its parts where `and` stands outside of quotes and brackets. */
export function termsOf(filter: string): string[] {
  return split(filter, "and");
}

export function hasTerm(filter: string, term: string): boolean {
  return termsOf(filter).includes(term);
}

export function withTerm(filter: string, term: string): string {
  const rest = filter.trim();
  if (rest === "") return term;
  return split(rest, "or").length > 1 ? `(${rest}) and ${term}` : `${rest} and ${term}`;
}

export function withoutTerm(filter: string, term: string): string {
  return termsOf(filter).filter((other) => other !== term).join(" and ");
}

function split(filter: string, word: "and" | "or"): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let begin = 0;
  for (let at = 0; at < filter.length; ++at) {
    const sign = filter.charAt(at);
    if (quote !== "") {
      if (sign === "\\") ++at;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "(" || sign === "[") ++depth;
    else if (sign === ")" || sign === "]") --depth;
    else if (depth === 0 && wordAt(filter, at, word)) {
      parts.push(filter.slice(begin, at).trim());
      begin = at + word.length;
      at = begin - 1;
    }
  }
  parts.push(filter.slice(begin).trim());
  return parts.filter((part) => part !== "");
}

function wordAt(text: string, at: number, word: string): boolean {
  return text.startsWith(word, at) && !isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + word.length));
}

function isLetter(sign: string): boolean {
  return /\w/.test(sign);
}
