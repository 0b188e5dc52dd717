// A colour for each device, the same in every picture of a run.
import { currentRun } from "../../engine/runs";

const COLOURS = 6;

/** A CSS variable; none for what has no device. */
export function deviceColour(device: string): string {
  const at = currentRun()?.devices.indexOf(device) ?? -1;
  return at < 0 ? "transparent" : `var(--device-${at % COLOURS})`;
}

/** "CPU:0" of "/job:localhost/replica:0/task:0/device:CPU:0". */
export function deviceText(device: string): string {
  return device.replace(/^.*device:/, "");
}
