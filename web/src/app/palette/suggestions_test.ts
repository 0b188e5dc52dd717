import { beforeAll, expect, it, vi } from "vitest";

// The place of the page is in the address bar, which a test has not.
vi.hoisted(() => {
  vi.stubGlobal("location", { search: "", pathname: "/" });
  vi.stubGlobal("window", { addEventListener: () => {} });
});

let suggestionsFor: typeof import("./suggestions").suggestionsFor;
beforeAll(async () => {
  ({ suggestionsFor } = await import("./suggestions"));
});

const words = (...texts: string[]) => ({ before: "", candidates: texts.map((text) => ({ text, meaning: "" })) });

it("offers words, then sections, then names, then a search", () => {
  const offered = suggestionsFor("so", words("source"), words("softmax", "sort"));
  expect(offered.map(({ kind, text }) => `${kind} ${text}`))
    .toEqual(["word source", "section Source", "name softmax", "name sort", "search so"]);
});

it("lists the sections when nothing is typed", () => {
  expect(suggestionsFor("", null, null).map(({ text }) => text))
    .toEqual(["Alerts", "Timeline", "Tensors", "Graph", "Source", "Value"]);
});

it("searches for one word alone, and not for a letter", () => {
  expect(suggestionsFor("pt Log", words("Log:0"), null).map(({ kind }) => kind)).toEqual(["word"]);
  expect(suggestionsFor("z", null, null)).toEqual([]);
});
