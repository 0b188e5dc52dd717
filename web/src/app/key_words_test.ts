import { expect, it } from "vitest";

import { keyWords } from "./key_words";

it("names keys as a keyboard does", () => {
  expect(keyWords("j ArrowDown")).toEqual(["j", "↓"]);
  expect(keyWords("Ctrl+k :")).toEqual(["Ctrl K", ":"]);
  expect(keyWords("+ Shift+Enter")).toEqual(["+", "Shift Enter"]);
});
