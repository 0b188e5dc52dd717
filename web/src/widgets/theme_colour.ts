// The colours of the theme for those who draw on a canvas, which knows no CSS variables.
import { useEffect, useState } from "preact/hooks";

export type Rgb = readonly [number, number, number];

let probe: HTMLElement | null = null;

/** What a CSS variable such as "--nan" is now. */
export function themeColour(variable: string): string {
  if (probe === null) {
    probe = document.createElement("span");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${variable})`;
  return getComputedStyle(probe).color;
}

export function themeRgb(variable: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (themeColour(variable).match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** Another number whenever light and dark change. */
export function useThemeTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => setTurn((old) => old + 1);
    const observer = new MutationObserver(next);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", next);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", next);
    };
  }, []);
  return turn;
}
