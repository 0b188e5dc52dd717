// Light or dark: as the system says, unless the user says otherwise; remembered.
import { effect, signal } from "@preact/signals";

const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

export const theme = signal<Theme>(THEMES.find((known) => known === localStorage.getItem(KEY)) ?? "auto");

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
}

export function followTheme(): void {
  effect(() => {
    if (theme.value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}
