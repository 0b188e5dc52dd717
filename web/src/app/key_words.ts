// Keys as they stand on a keyboard.
const SIGNS: Record<string, string> = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Delete: "Del", PageUp: "PgUp", PageDown: "PgDn",
};

/** "j ArrowDown Ctrl+k" as ["j", "↓", "Ctrl K"]. */
export function keyWords(keys: string): string[] {
  return keys.split(" ").map((chord) => {
    const parts = /^(.*\+)?(.+)$/.exec(chord);
    const held = (parts?.[1] ?? "").replaceAll("+", " ");
    const key = parts?.[2] ?? chord;
    return held + (SIGNS[key] ?? (held !== "" && key.length === 1 ? key.toUpperCase() : key));
  });
}
