// All that is known of the selected op.
import { countText, counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { Neighbour, OpInfo, OutputInfo } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";
import { Frames } from "../../widgets/frames";
import { VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { PlaceLink } from "../../widgets/place_link";
import { deviceColour } from "./devices";

interface OpDetailsProps {
  op: number;
  onMove: (op: number) => void;
  onCentre: (op: number) => void;
  onClose: () => void;
}

export function OpDetails({ op, onMove, onCentre, onClose }: OpDetailsProps) {
  const asked = useAnswer("op", { run: run.value, op });
  const info = asked.value;
  if (asked.error) return <section class="op" aria-label="The selected op"><p class="op-refusal">{asked.error.message}</p></section>;
  if (!info) return <section class="op" aria-label="The selected op" aria-busy="true" />;
  return (
    <section class="op" aria-label="The selected op">
      <header>
        <VerdictMark verdict={info.worst} />
        <h2>{info.op_type || "not recorded"}</h2>
        <button type="button" class="quiet" aria-label="Close the details" onClick={onClose}><Icon name="close" size={14} /></button>
      </header>
      <p class="op-name mono">{info.name}</p>
      <nav class="op-links" aria-label="Elsewhere">
        <button type="button" onClick={() => onCentre(info.op)}>Neighbours</button>
        <Link class="op-link" to={{ view: "tensors", nodes: info.name }}>Tensors</Link>
        {info.place !== null && info.place.file !== null && (
          <Link class="op-link" to={{ view: "source", file: info.place.file, line: info.place.line, op: info.op }}>Source</Link>
        )}
      </nav>
      <Facts info={info} />
      <Outputs outputs={info.outputs} />
      <Others title="Inputs" empty="It reads nothing." others={info.inputs} onMove={onMove} />
      <Others title="Readers" empty="Nothing reads it." others={info.readers} onMove={onMove} />
      <Others title="Runs after" empty="" others={info.control_inputs} onMove={onMove} />
      <Others title="Runs before" empty="" others={info.control_readers} onMove={onMove} />
      {info.attributes.length > 0 && (
        <div class="op-part">
          <h3>Attributes</h3>
          <dl class="op-facts">
            {info.attributes.map((attribute) => <div key={attribute.key}><dt>{attribute.key}</dt><dd class="mono">{attribute.text}</dd></div>)}
          </dl>
        </div>
      )}
      {info.frames.length > 0 && <div class="op-part"><h3>Made by</h3><Frames frames={info.frames} op={info.op} /></div>}
    </section>
  );
}

function Facts({ info }: { info: OpInfo }) {
  return (
    <dl class="op-facts">
      {info.device !== "" && (
        <div><dt>device</dt><dd title={info.device}><span class="device-dot" style={{ background: deviceColour(info.device) }} />{deviceName(info.device)}</dd></div>
      )}
      {info.graph !== "" && <div><dt>graph</dt><dd class="mono">{info.graph}</dd></div>}
      {info.place !== null && <div><dt>line</dt><dd><PlaceLink place={info.place} op={info.op} /></dd></div>}
      {info.written !== "" && <div><dt>program</dt><dd>{info.written}</dd></div>}
      {info.forward !== "" && <div><dt>gradient of</dt><dd class="mono">{info.forward}</dd></div>}
    </dl>
  );
}

function Outputs({ outputs }: { outputs: readonly OutputInfo[] }) {
  return (
    <div class="op-part">
      <h3>Outputs</h3>
      {outputs.length === 0 && <p class="faint">No tensor of it was recorded.</p>}
      <ul class="op-list">
        {outputs.map((output) => (
          <li key={output.slot}>
            <VerdictMark verdict={output.worst} />
            <span class="mono">{`:${output.slot}`}</span>
            <span class="faint">{counted(output.events, "tensor")}</span>
            <span class="op-ends">
              {output.first_bad !== null && <Link to={{ view: "value", event: output.first_bad }}>first bad</Link>}
              {output.first_bad !== null && <Link to={{ view: "alerts", event: output.first_bad }}>cause</Link>}
              <Link to={{ view: "value", event: output.last }}>last</Link>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const MOST = 60;

function Others({ title, empty, others, onMove }: { title: string; empty: string; others: readonly Neighbour[]; onMove: (op: number) => void }) {
  if (others.length === 0 && empty === "") return null;
  return (
    <div class="op-part">
      <h3>{title}{others.length > 1 && <span class="faint"> {countText(others.length)}</span>}</h3>
      {others.length === 0 && <p class="faint">{empty}</p>}
      <ul class="op-list">
        {others.slice(0, MOST).map((other, index) => (
          <li key={index}>
            <span class="op-mark">{other.worst !== null && <VerdictMark verdict={other.worst} />}</span>
            {other.op === null
              ? <span class="mono faint op-other" title={`${other.name}, whose creation was not recorded`}>{other.name}</span>
              : <button type="button" class="quiet op-other mono" title={other.name} onClick={() => other.op !== null && onMove(other.op)}>{other.name}</button>}
            <span class="faint op-type">{other.op_type}</span>
            {other.device !== "" && <span class="faint">{deviceName(other.device)}</span>}
          </li>
        ))}
      </ul>
      {others.length > MOST && <p class="faint">{`and ${countText(others.length - MOST)} more`}</p>}
    </div>
  );
}
