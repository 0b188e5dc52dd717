// A single element, large.
import { useAnswer } from "../../engine/answer";
import { cellsOf, kindOf } from "./element";
import type { Subject } from "./subject";

export function ScalarView({ subject: { run, event, slice, dtype } }: { subject: Subject }) {
  const asked = useAnswer("value", { run, event, slice, most: 1 }, { grows: false });
  if (asked.error) return <p class="value-refusal mono">{asked.error.message}</p>;
  if (!asked.value) return null;
  const number = cellsOf(asked.value)?.[0];
  const kind = number === undefined ? "plain" : kindOf(number, dtype);
  return <p class={`value-scalar value-${kind}`}>{asked.value.texts[0] ?? `${number}`}</p>;
}
