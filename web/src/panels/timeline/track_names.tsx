// The names of the tracks, beside them. Keys go through the marks of the active one.
import { OVERVIEW_HEIGHT, RULER_HEIGHT, trackName, type Row } from "./rows";

export function TrackNames({ rows, active, onActive }: { rows: readonly Row[]; active: number; onActive: (track: number) => void }) {
  return (
    <div class="timeline-names">
      <div style={{ height: OVERVIEW_HEIGHT + RULER_HEIGHT }} />
      <ul role="listbox" aria-label="Tracks" tabIndex={0} aria-activedescendant={`track-${active}`}>
        {rows.map((row) => (
          <li key={row.index} id={`track-${row.index}`} role="option" aria-selected={row.index === active} title={row.track.name || undefined}
            style={{ height: row.height + 1 }} onClick={() => onActive(row.index)}>
            {trackName(row.track)}
          </li>
        ))}
      </ul>
    </div>
  );
}
