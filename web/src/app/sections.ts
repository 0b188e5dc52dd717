// The sections of the page: their order, words and keys.
import { VIEWS, type View } from "../engine/place";

export interface Section {
  view: View;
  word: string;
  key: string;
  what: string;
}

const WORDS: Record<View, [string, string]> = {
  alerts: ["Alerts", "where bad values were born, and why"],
  timeline: ["Timeline", "what ran when"],
  tensors: ["Tensors", "every recorded tensor"],
  graph: ["Graph", "ops and what flows between them"],
  source: ["Source", "the program, line by line"],
  value: ["Value", "the elements of a tensor"],
};

export const SECTIONS: readonly Section[] = VIEWS.map((view, index) => ({
  view,
  word: WORDS[view][0],
  what: WORDS[view][1],
  key: `${index + 1}`,
}));

export function wordOf(view: View): string {
  return WORDS[view][0];
}
