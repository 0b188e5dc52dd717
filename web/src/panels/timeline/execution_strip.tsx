// All that is known of the selected execution, below the tracks.
import { counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { ExecutionInfo, Mark } from "../../protocol/messages";
import { Frames } from "../../widgets/frames";
import { HealthChips, typeText, VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { exactMoment } from "./mark_text";
import { shortName } from "./marks";

interface ExecutionStripProps {
  info: ExecutionInfo | null;
  error: string | null;
  /** It knows of bad tensors inside of the execution, too. */
  mark: Mark | null;
  onClose: () => void;
}

export function ExecutionStrip({ info, error, mark, onClose }: ExecutionStripProps) {
  if (error !== null) return <section class="strip" aria-label="The selected execution"><p class="strip-refusal">{error}</p></section>;
  if (info === null) return <section class="strip" aria-label="The selected execution" aria-busy="true" />;
  return (
    <section class="strip" aria-label="The selected execution">
      <header>
        <VerdictMark verdict={mark?.worst ?? info.verdict} />
        <h2 title={info.what}>{shortName(info.what)}</h2>
        <span class="mono faint">{`@${info.execution}`}</span>
        {info.step !== null && <span class="faint">{`step ${info.step}`}</span>}
        <span class="faint">{`at ${exactMoment(info.time_ns)}`}</span>
        <Links info={info} bad={mark !== null && mark.worst !== null ? mark.event : null} />
        <button type="button" class="quiet" aria-label="Close the details" onClick={onClose}><Icon name="close" size={14} /></button>
      </header>
      <div class="strip-columns">
        <Reads info={info} />
        <Outputs info={info} />
        <div class="strip-column">
          <h3>Where the program asked for it</h3>
          {info.frames.length > 0 ? <Frames frames={info.frames} /> : <p class="faint">No stack was recorded.</p>}
        </div>
      </div>
    </section>
  );
}

function Links({ info, bad }: { info: ExecutionInfo; bad: number | null }) {
  const graphs = useAnswer("graphs", info.graph === "" ? null : { run: run.value });
  const named = graphs.value?.graphs.filter((graph) => graph.name === info.graph) ?? [];
  const graph = named.length === 1 ? named[0] : undefined;
  return (
    <nav class="strip-links" aria-label="Elsewhere">
      {bad !== null && <Link class="strip-link" to={{ view: "alerts", event: bad }}>Cause</Link>}
      <Link class="strip-link" to={{ view: "tensors", filter: `execution == ${info.execution}` }}>{counted(info.events, "tensor")}</Link>
      {graph && <Link class="strip-link" to={{ view: "graph", mode: "whole", graph: graph.graph }}>Graph</Link>}
    </nav>
  );
}

function Reads({ info }: { info: ExecutionInfo }) {
  return (
    <div class="strip-column">
      <h3>{info.feeds !== "" || info.fetches !== "" ? "Session.run" : "Inputs"}</h3>
      {info.fetches !== "" && <p class="mono"><span class="faint">fetches </span>{info.fetches}</p>}
      {info.feeds !== "" && <p class="mono"><span class="faint">feeds </span>{info.feeds}</p>}
      {info.inputs.length > 0
        ? <p class="mono strip-names">{info.inputs.map((name, index) => <span key={index}>{name}</span>)}</p>
        : info.feeds === "" && <p class="faint">None recorded.</p>}
      {info.graph !== "" && <p><span class="faint">ran the graph </span><span class="mono">{info.graph}</span></p>}
    </div>
  );
}

const MOST = 50;

function Outputs({ info }: { info: ExecutionInfo }) {
  return (
    <div class="strip-column">
      <h3>Outputs</h3>
      {info.outputs.length === 0 && <p class="faint">None recorded.</p>}
      <ul class="strip-outputs">
        {info.outputs.slice(0, MOST).map((row) => (
          <li key={row.event}>
            <VerdictMark verdict={row.verdict} />
            <Link class="mono" to={{ view: "value", event: row.event }}>{row.brief}</Link>
            <span class="mono faint">{typeText(row.health)}</span>
            <HealthChips health={row.health} />
          </li>
        ))}
      </ul>
      {info.outputs.length > MOST && (
        <Link to={{ view: "tensors", filter: `execution == ${info.execution}` }}>{`and ${info.outputs.length - MOST} more`}</Link>
      )}
    </div>
  );
}
