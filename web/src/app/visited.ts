// Where the user was in each section: its link leads back there.
import { effect } from "@preact/signals";

import { run, textOf, view, type Changes, type View } from "../engine/place";

const visited = new Map<View, { run: number; place: Changes }>();

export function followVisits(): void {
  effect(() => {
    void textOf("view");  // runs again when any parameter changes
    visited.set(view.value, { run: run.value, place: Object.fromEntries(new URLSearchParams(location.search)) });
  });
}

/** The section as it was left, or as it is; of another run nothing is remembered. */
export function lastPlaceIn(section: View): Changes {
  if (section === view.value) return { view: section };
  const last = visited.get(section);
  return last && last.run === run.value ? { ...last.place, view: section } : { view: section };
}

/** Another run, in the section that is shown: nothing else of the place means the same there. */
export function placeInRun(other: number): Changes {
  const dropped = [...new URLSearchParams(location.search).keys()].map((name) => [name, null] as const);
  return { ...Object.fromEntries(dropped), view: view.value, run: other };
}
