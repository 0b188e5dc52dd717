// Cards that stay: kept as long as the browser's tab, for each run.

export function pinnedEvents(run: string): number[] {
  const text = sessionStorage.getItem(keyOf(run)) ?? "";
  return text.split(",").filter((event) => /^\d+$/.test(event)).map(Number);
}

export function setPinned(run: string, events: readonly number[]): void {
  sessionStorage.setItem(keyOf(run), events.join(","));
}

function keyOf(run: string): string {
  return `value.pinned.${run}`;
}
