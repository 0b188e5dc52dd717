// Where the tracks lie on the screen.
import type { Timeline, Track } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";

export interface Row {
  track: Track;
  /** Its number in the answer. */
  index: number;
  top: number;
  height: number;
}

export const OVERVIEW_HEIGHT = 34;
export const RULER_HEIGHT = 24;
const GAP = 1;
const LOWEST: Record<Track["kind"], number> = { steps: 26, executions: 34, device: 34 };
const HIGHEST: Record<Track["kind"], number> = { steps: 26, executions: 50, device: 132 };

/** Tracks grow with the room there is for them, within reason. */
export function rowsOf(timeline: Timeline, room: number): Row[] {
  const sum = (heights: Record<Track["kind"], number>) =>
    timeline.tracks.reduce((total, track) => total + heights[track.kind] + GAP, 0);
  const least = sum(LOWEST);
  const spare = room - OVERVIEW_HEIGHT - RULER_HEIGHT - least;
  const share = Math.min(1, Math.max(0, spare / Math.max(1, sum(HIGHEST) - least)));
  let top = OVERVIEW_HEIGHT + RULER_HEIGHT;
  return timeline.tracks.map((track, index) => {
    const height = Math.round(LOWEST[track.kind] + share * (HIGHEST[track.kind] - LOWEST[track.kind]));
    const row = { track, index, top, height };
    top += row.height + GAP;
    return row;
  });
}

export function heightOf(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last ? last.top + last.height + GAP : OVERVIEW_HEIGHT + RULER_HEIGHT;
}

export function rowAt(rows: readonly Row[], y: number): Row | null {
  return rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}

export function trackName(track: Track): string {
  if (track.kind === "steps") return "Steps";
  if (track.kind === "executions") return "Executions";
  return deviceName(track.name) || "No device";
}

/** "thread 3, tf_Compute"; "" where there is but one, or nobody knows. */
export function threadName(track: Track): string {
  if (track.thread === null) return "";
  return track.thread_name === "" ? `thread ${track.thread}` : `thread ${track.thread}, ${track.thread_name}`;
}
