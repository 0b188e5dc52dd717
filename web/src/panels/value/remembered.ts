// A choice that the browser remembers.
import { effect, signal, type Signal } from "@preact/signals";

export function remembered<T extends object>(name: string, otherwise: T): Signal<T> {
  const choice = signal<T>({ ...otherwise, ...stored(name) });
  effect(() => localStorage.setItem(name, JSON.stringify(choice.value)));
  return choice;
}

function stored(name: string): object {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
