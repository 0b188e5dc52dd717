// The names of the tracks, beside them. Keys go through the marks of the active one.
import type { Track } from "../../protocol/messages";
import { OVERVIEW_HEIGHT, RULER_HEIGHT, threadName, trackName, type Row } from "./rows";

export function TrackNames({ rows, active, onActive }: { rows: readonly Row[]; active: number; onActive: (track: number) => void }) {
  return (
    <div class="timeline-names">
      <div style={{ height: OVERVIEW_HEIGHT + RULER_HEIGHT }} />
      <ul role="listbox" aria-label="Tracks" tabIndex={0} aria-activedescendant={`track-${active}`}>
        {rows.map((row) => (
          <li key={row.index} id={`track-${row.index}`} role="option" aria-selected={row.index === active} title={titleOf(row.track)}
            class={row.track.lane > 0 ? "further" : undefined} style={{ height: row.height + 1 }} onClick={() => onActive(row.index)}>
            <span>{trackName(row.track)}</span>
            {row.track.thread !== null && <small>{threadName(row.track)}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function titleOf(track: Track): string | undefined {
  const overlapping = track.lane > 0 ? "what ran while others did" : "";
  return [track.name, threadName(track), overlapping].filter((part) => part !== "").join("\n") || undefined;
}
