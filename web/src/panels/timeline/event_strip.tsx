// The selected tensor event, below the tracks.
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import { deviceName } from "../../widgets/device_name";
import { HealthChips, typeText, VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { PlaceLink } from "../../widgets/place_link";
import { exactMoment } from "./mark_text";

export function EventStrip({ event, onClose }: { event: number; onClose: () => void }) {
  const asked = useAnswer("tensor", { run: run.value, event });
  const info = asked.value;
  if (asked.error) return <section class="strip" aria-label="The selected tensor"><p class="strip-refusal">{asked.error.message}</p></section>;
  if (!info) return <section class="strip" aria-label="The selected tensor" aria-busy="true" />;
  const { row, place } = info;
  return (
    <section class="strip" aria-label="The selected tensor">
      <header>
        <VerdictMark verdict={row.verdict} />
        <h2 class="mono" title={row.name}>{row.name}</h2>
        <span class="faint">{row.op_type}</span>
        <span class="mono faint">{typeText(row.health)}</span>
        <HealthChips health={row.health} />
        <nav class="strip-links" aria-label="Elsewhere">
          {row.verdict !== null && <Link class="strip-link" to={{ view: "alerts", event: row.event }}>Cause</Link>}
          <Link class="strip-link" to={{ view: "value", event: row.event }}>Value</Link>
          {row.op !== null && <Link class="strip-link" to={{ view: "graph", op: row.op }}>Graph</Link>}
          {row.execution !== null && <Link class="strip-link" to={{ event: null, execution: row.execution }}>{`Execution @${row.execution}`}</Link>}
        </nav>
        <button type="button" class="quiet" aria-label="Close the details" onClick={onClose}><Icon name="close" size={14} /></button>
      </header>
      <p class="strip-facts faint">
        {row.step !== null && <span>{`step ${row.step}`}</span>}
        <span>{`at ${exactMoment(row.time_ns)}`}</span>
        <span>{deviceName(row.device)}</span>
        {row.graph !== "" && <span>{`graph ${row.graph}`}</span>}
        {place !== null && <PlaceLink place={place} op={row.op} />}
      </p>
    </section>
  );
}
