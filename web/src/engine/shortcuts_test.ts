import { describe, expect, it } from "vitest";

import { chordOf, matches, shortcutFor, type Key, type Shortcut } from "./shortcuts";

function key(name: string, held: Partial<Key> = {}): Key {
  return { key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe("chordOf", () => {
  it.each([
    [key("j"), "j"],
    [key("?", { shiftKey: true }), "?"],
    [key("N", { shiftKey: true }), "N"],
    [key("K", { ctrlKey: true }), "Ctrl+k"],
    [key("k", { metaKey: true }), "Ctrl+k"],
    [key("ArrowDown", { shiftKey: true }), "Shift+ArrowDown"],
    [key("k", { ctrlKey: true, shiftKey: true }), "Ctrl+Shift+k"],
    [key(" "), "Space"],
  ] as const)("%o is %s", (event, chord) => expect(chordOf(event)).toBe(chord));
});

it("takes any of the alternatives, and no other modifier", () => {
  expect(matches("j ArrowDown", key("ArrowDown"))).toBe(true);
  expect(matches("j ArrowDown", key("j", { ctrlKey: true }))).toBe(false);
  expect(matches("j ArrowDown", key("J", { shiftKey: true }))).toBe(false);
});

it("gives a panel's key before the frame's, and the latest before the earlier", () => {
  const made = (meaning: string, reach: Shortcut["reach"]): Shortcut => ({ keys: "f", meaning, reach, action: () => {} });
  const panel = [made("fit", "section"), made("fit all", "section"), made("find", "everywhere")];
  expect(shortcutFor(key("f"), panel)?.meaning).toBe("fit all");
  expect(shortcutFor(key("f"), panel.slice(2))?.meaning).toBe("find");
  expect(shortcutFor(key("x"), panel)).toBeUndefined();
});
