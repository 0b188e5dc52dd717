// What the selected line made.
import { countText, counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { MadeHere } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { Link } from "../../widgets/link";
import { Failed } from "../../widgets/notice";

interface LineOpsProps {
  file: number | null;
  line: number | null;
  op: number | null;
}

export function LineOps({ file, line, op }: LineOpsProps) {
  const { value, error } = useAnswer("line_ops", file === null || line === null ? null : { run: run.value, file, line });
  return (
    <section class="made-here" aria-label="Made by the line">
      <h2>
        {line === null ? "Made by a line" : `Made by line ${line}`}
        {value && value.total > 0 && <span class="faint">{countText(value.total)}</span>}
      </h2>
      {error && <Failed error={error} />}
      {line === null && (
        <p class="source-hint">Click a line to see the ops it made. The counts on the left say where there are any.</p>
      )}
      {value?.total === 0 && <p class="source-hint">This line made no op and ran nothing that was recorded.</p>}
      <ul>
        {value?.made.map((made) => (
          <MadeRow key={`${made.op ?? ""} ${made.execution ?? ""}`} made={made} isSelected={made.op !== null && made.op === op} />
        ))}
      </ul>
      {value && value.made.length < value.total && (
        <p class="source-hint">{`and ${counted(value.total - value.made.length, "other")}`}</p>
      )}
    </section>
  );
}

function MadeRow({ made, isSelected }: { made: MadeHere; isSelected: boolean }) {
  const isOp = made.op !== null;
  const to = isOp ? { op: made.op } : { view: "timeline", execution: made.execution };
  return (
    <li class={isSelected ? "made-row made-selected" : "made-row"}>
      <VerdictMark verdict={made.worst} />
      <div class="made-name">
        <Link to={to} class="mono" current={isSelected} title={`${made.name}: show ${isOp ? "its stack" : "it on the timeline"}`}>
          {made.name}
        </Link>
        <span class="faint">{[made.op_type, made.graph].filter((part) => part !== "").join(" · ")}</span>
      </div>
      <span class="made-links">
        {made.op !== null && <Link to={{ view: "graph", op: made.op }}>Graph</Link>}
        {made.event !== null && <Link to={{ view: "value", event: made.event }}>Value</Link>}
      </span>
    </li>
  );
}
