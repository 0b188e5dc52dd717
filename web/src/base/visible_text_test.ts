import { createElement, render } from "preact";
import { expect, it } from "vitest";

import { showOnlyVisibleText, visibleText } from "./visible_text";

it.each([
  ["loss/Log:0", "loss/Log:0"],
  ["漢字 e\u0301 −∞ 🙂", "漢字 e\u0301 −∞ 🙂"],
  ["a\u202eb\u2066c", "a\\u202eb\\u2066c"],
  ["\u061c\u200e\u200f\u200b\u200d\ufeff", "\\u061c\\u200e\\u200f\\u200b\\u200d\\ufeff"],
  ["\u{e0041}", "\\U000e0041"],
])("%j is shown as %s", (text, shown) => expect(visibleText(text)).toBe(shown));

/** As much of a document's node as Preact asks for. */
class Node {
  childNodes: Node[] = [];
  attributes: Record<string, string> = {};
  style = {};
  parentNode: Node | null = null;
  nextSibling = null;
  ownerDocument = { createElementNS: (_: string, name: string) => new Node(name), createTextNode: (data: string) => new Node("", data) };
  constructor(
    public localName: string,
    public data = "",
  ) {}
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  insertBefore(child: Node) {
    child.parentNode = this;
    this.childNodes.push(child);
    return child;
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
}

it("reaches every text and label that Preact puts on the page", () => {
  showOnlyVisibleText();
  const page = new Node("body");
  (globalThis as Record<string, unknown>)["document"] = page.ownerDocument;
  const Name = ({ text }: { text: string }) => createElement("b", { "aria-label": text, "data-name": text }, text, " and more");
  render(createElement("td", null, createElement(Name, { text: "x\u202ey" }), "a\u2066b"), page as never);
  const cell = page.childNodes[0]!;
  const name = cell.childNodes[0]!;
  expect(name.childNodes.map((node) => node.data)).toEqual(["x\\u202ey", " and more"]);
  expect(cell.childNodes[1]!.data).toBe("a\\u2066b");
  expect(name.attributes).toEqual({ "aria-label": "x\\u202ey", "data-name": "x\u202ey" });
});
