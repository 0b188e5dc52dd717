// Where the tracks lie on the screen.
import type { Timeline, Track } from "../../protocol/messages";

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
const HEIGHTS: Record<Track["kind"], number> = { steps: 28, executions: 38, device: 56 };

export function rowsOf(timeline: Timeline): Row[] {
  let top = OVERVIEW_HEIGHT + RULER_HEIGHT;
  return timeline.tracks.map((track, index) => {
    const row = { track, index, top, height: HEIGHTS[track.kind] };
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

/** "CPU:0" of "/job:localhost/replica:0/task:0/device:CPU:0". */
export function trackName(track: Track): string {
  if (track.kind === "steps") return "Steps";
  if (track.kind === "executions") return "Executions";
  return track.name.replace(/^.*device:/, "") || "No device";
}
