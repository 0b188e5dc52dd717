// A colour for each device, the same in every picture of a run.
import { currentRun } from "../../engine/runs";

const COLOURS = 6;

/** A CSS variable; none for what has no device. */
export function deviceColour(device: string): string {
  const at = currentRun()?.devices.indexOf(device) ?? -1;
  return at < 0 ? "transparent" : `var(--device-${at % COLOURS})`;
}
