// All that is known of the chosen tensor, below the table.
import { countText, durationText, realText } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { TensorInfo } from "../../protocol/messages";
import { typeText, VerdictMark } from "../../widgets/health";
import { HealthBar } from "../../widgets/health_bar";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { fileName } from "../../widgets/place_link";
import { deviceName } from "../../widgets/device_name";

export function Details({ event, onClose }: { event: number; onClose: () => void }) {
  const asked = useAnswer("tensor", { run: run.value, event });
  const info = asked.value;
  const close = <button type="button" class="icon-button" aria-label="Close the details" onClick={onClose}><Icon name="close" size={14} /></button>;
  if (asked.error) {
    return (
      <section class="tensors-details" aria-label="The chosen tensor">
        <header><span class="tensors-refusal">{asked.error.message}</span>{close}</header>
      </section>
    );
  }
  if (!info) return <section class="tensors-details" aria-label="The chosen tensor" aria-busy="true" />;
  const { row } = info;
  return (
    <section class="tensors-details" aria-label="The chosen tensor">
      <header>
        <VerdictMark verdict={row.verdict} />
        <h2 class="mono" title={row.name}>{row.name}</h2>
        <span class="mono faint">{typeText(row.health)}</span>
        <span class="faint">{row.op_type}</span>
        <Links info={info} />
        {close}
      </header>
      <div class="tensors-facts">
        <HealthBar health={row.health} />
        <Facts info={info} />
      </div>
    </section>
  );
}

function Links({ info }: { info: TensorInfo }) {
  const { row, place } = info;
  return (
    <nav class="tensors-links" aria-label="Elsewhere">
      <Link to={{ view: "value", event: row.event }} class="tensors-link" title="Its value, and its numbers over time (v)">Value</Link>
      {row.op !== null && <Link to={{ view: "graph", op: row.op }} class="tensors-link">Graph</Link>}
      {place !== null && place.file !== null && (
        <Link to={{ view: "source", file: place.file, line: place.line }} class="tensors-link">Source</Link>
      )}
      {row.execution !== null && <Link to={{ view: "timeline", execution: row.execution }} class="tensors-link">Timeline</Link>}
      {row.verdict !== null && <Link to={{ view: "alerts", event: row.event }} class="tensors-link">Cause</Link>}
    </nav>
  );
}

/** What was not recorded is left out. */
function Facts({ info }: { info: TensorInfo }) {
  const { row, place } = info;
  const { health } = row;
  const facts: [string, string][] = [
    ["min", realText(health.min, 6)],
    ["mean", realText(health.mean, 6)],
    ["max", realText(health.max, 6)],
    ["std", realText(health.std, 6)],
    ["L2", realText(health.l2, 6)],
    ["elements", health.elements === null ? "" : countText(health.elements)],
    ["step", row.step === null ? "" : countText(row.step)],
    ["execution", row.execution === null ? "" : countText(row.execution)],
    ["occurrence", `${countText(info.occurrence + 1)} of ${countText(info.occurrences)}`],
    ["time", durationText(row.time_ns)],
    ["device", deviceName(row.device)],
    ["graph", row.graph],
    ["line", place === null ? "" : `${fileName(place.path)}:${place.line}`],
    ["recorded", row.detail.replaceAll("_", " ")],
    ["bytes", countText(row.bytes)],
  ];
  return (
    <dl class="tensors-numbers">
      {facts.filter(([, text]) => text !== "").map(([name, text]) => (
        <div key={name}><dt>{name}</dt><dd class="mono" title={text}>{text}</dd></div>
      ))}
    </dl>
  );
}
