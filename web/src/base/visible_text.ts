// Text that comes from recordings, as it is shown: nothing in it that nobody sees.
import { options, type VNode } from "preact";

// Characters that turn text around, join it or cannot be seen: those that base/glyph_ranges.h lists for the terminal.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/gu;

/** "a\u202eb" with the character in the middle spelled out. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

// Attributes that are read by people, and not sent anywhere.
const READ = ["title", "aria-label", "placeholder", "alt"];

/** From now on every text and every label that Preact puts on the page is a visible one. What the page sends back to tdbg
 * is left as it is. */
export function showOnlyVisibleText(): void {
  const before = options.vnode;
  options.vnode = (node: VNode) => {
    if (node.type === null) {
      const text = node as unknown as { props: unknown };
      if (typeof text.props === "string") text.props = visibleText(text.props);
    } else if (typeof node.type === "string") {
      const props = node.props as Record<string, unknown>;
      for (const name of READ) {
        const value = props[name];
        if (typeof value === "string") props[name] = visibleText(value);
      }
    }
    before?.(node);
  };
}
