// Keys and what they do, declared where the action is; the sheet behind `?` lists what is declared now.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** "everywhere" is for the frame of the page; a panel's keys hold while it is shown. */
export type Reach = "everywhere" | "section";

export interface Shortcut {
  /** Alternatives, apart by spaces: "j ArrowDown". Ctrl+, Alt+ and Shift+ stand before a key; Ctrl is also the Mac's Command. */
  keys: string;
  meaning: string;
  reach: Reach;
  action: (event: KeyboardEvent) => void;
}

/** Those that hold now, in the order of their declaration. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Declares keys as long as the component is mounted. Keys of a panel go before those of the frame. */
export function useShortcut(
  keys: string,
  meaning: string,
  action: (event: KeyboardEvent) => void,
  reach: Reach = "section",
): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const declared: Shortcut = { keys, meaning, reach, action: (event) => latest.current(event) };
    shortcuts.value = [...shortcuts.peek(), declared];
    return () => {
      shortcuts.value = shortcuts.peek().filter((shortcut) => shortcut !== declared);
    };
  }, [keys, meaning, reach]);
}

export type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The name of what was pressed: "j", "?", "Ctrl+k", "Shift+ArrowDown". */
export function chordOf(event: Key): string {
  const held = event.ctrlKey || event.metaKey;
  let chord = held ? "Ctrl+" : "";
  if (event.altKey) chord += "Alt+";
  const isSign = event.key.length === 1;
  // Of a sign, Shift is a part already: "?" and "A" are keys of their own.
  if (event.shiftKey && (!isSign || held)) chord += "Shift+";
  if (event.key === " ") return `${chord}Space`;
  return chord + (isSign && held ? event.key.toLowerCase() : event.key);
}

export function matches(keys: string, event: Key): boolean {
  return keys.split(" ").includes(chordOf(event));
}

/** The one that was declared last wins, a panel's before the frame's. */
export function shortcutFor(event: Key, declared: readonly Shortcut[]): Shortcut | undefined {
  const fitting = declared.filter((shortcut) => matches(shortcut.keys, event));
  return fitting.findLast((shortcut) => shortcut.reach === "section") ?? fitting.at(-1);
}

/** Obeys keys from now on. */
export function listenForKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || belongsToElement(event)) return;
    const shortcut = shortcutFor(event, shortcuts.peek());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.action(event);
  });
}

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';
const PRESSED = "button, a[href], summary, [role=button], [role=checkbox], [role=tab]";

/** Whether the key means something to the element that has the focus: typing, or pressing it. */
function belongsToElement(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  if (document.querySelector("dialog:modal") !== null) return true;
  if (event.target.closest(TYPED_INTO) !== null) return !event.ctrlKey && !event.metaKey;
  return (event.key === "Enter" || event.key === " ") && event.target.closest(PRESSED) !== null;
}
