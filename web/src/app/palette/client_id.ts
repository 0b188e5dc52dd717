// Who this tab is to the prompt: each has a cursor and settings of its own, and keeps them over a reload.
const KEY = "prompt.client";

export function client(): string {
  const known = sessionStorage.getItem(KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(KEY, made);
  return made;
}
