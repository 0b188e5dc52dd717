// Elements whose size matters to what is drawn in them.
import { useLayoutEffect } from "preact/hooks";

/** Measures the element once it is there, again whenever its size changes, and anew when `inputs` do. */
export function useMeasured<E extends Element>(
  find: () => E | null | undefined,
  measure: (element: E) => void,
  inputs: readonly unknown[] = [],
): void {
  useLayoutEffect(() => {
    const element = find();
    if (!element) return;
    const observer = new ResizeObserver(() => measure(element));
    observer.observe(element);
    measure(element);
    return () => observer.disconnect();
  }, inputs);
}
