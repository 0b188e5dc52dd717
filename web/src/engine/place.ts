// Where the user is: the whole state of the page lives in the URL, so links, reload and the back button
// work. A place is a view and its parameters.
import { computed, signal, type ReadonlySignal } from "@preact/signals";

export const VIEWS = ["alerts", "timeline", "tensors", "graph", "source", "value"] as const;
export type View = (typeof VIEWS)[number];

/** What a link may say. Absent: keep; null: drop. */
export type Changes = Readonly<Record<string, string | number | null | undefined>>;

const parameters = signal(new URLSearchParams(location.search));

window.addEventListener("popstate", () => {
  parameters.value = new URLSearchParams(location.search);
});

export const view: ReadonlySignal<View> = computed(() => {
  const name = parameters.value.get("view");
  return VIEWS.find((known) => known === name) ?? "alerts";
});

export const run: ReadonlySignal<number> = computed(() => numberOf("run") ?? 0);

/** The parameter's text; null where the URL has none. */
export function textOf(name: string): string | null {
  return parameters.value.get(name);
}

export function numberOf(name: string): number | null {
  const text = parameters.value.get(name);
  if (text === null || !/^\d+$/.test(text)) return null;
  return Number(text);
}

/** The URL of a place: this one with changes. Another view starts with only what all views share. */
export function urlOf(changes: Changes): string {
  const next = new URLSearchParams(parameters.peek());
  const to = changes["view"];
  if (to !== undefined && to !== view.peek()) {
    for (const name of [...next.keys()]) if (!SHARED.has(name)) next.delete(name);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else if (value !== undefined) next.set(name, `${value}`);
  }
  const query = next.toString();
  return query === "" ? location.pathname : `${location.pathname}?${query}`;
}

const SHARED = new Set(["view", "run"]);

/** Goes there. `replace` leaves no step for the back button: for what changes while typing or dragging. */
export function go(changes: Changes, how: "push" | "replace" = "push"): void {
  const url = urlOf(changes);
  if (url === location.pathname + location.search) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", url);
  parameters.value = new URLSearchParams(location.search);
}
