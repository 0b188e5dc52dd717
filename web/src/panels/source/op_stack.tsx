// The calls that led to the selected op, innermost first.
import type { Asked } from "../../engine/answer";
import type { OpInfo } from "../../protocol/messages";
import { Frames } from "../../widgets/frames";
import { VerdictMark } from "../../widgets/health";
import { Link } from "../../widgets/link";
import { Failed } from "../../widgets/notice";

interface OpStackProps {
  info: Asked<OpInfo>;
  file: number | null;
  line: number | null;
}

export function OpStack({ info: { value: info, error }, file, line }: OpStackProps) {
  return (
    <section class="op-stack" aria-label="Stack">
      <h2>Stack</h2>
      {error && <Failed error={error} />}
      {info === null && !error && <p class="source-hint">Choose an op above to see the calls that made it.</p>}
      {info !== null && (
        <>
          <div class="op-title">
            <VerdictMark verdict={info.worst} />
            <span class="mono">{info.name}</span>
            <span class="faint">{info.op_type}</span>
            <span class="made-links">
              <Link to={{ view: "graph", op: info.op }}>Graph</Link>
              {info.outputs.map((output) => (
                <Link key={output.slot} to={{ view: "value", event: output.first_bad ?? output.last }}>
                  {info.outputs.length === 1 ? "Value" : `Value :${output.slot}`}
                </Link>
              ))}
            </span>
          </div>
          {info.frames.length === 0
            ? <p class="source-hint">No stack was recorded for this op.</p>
            : <Frames key={info.op} frames={info.frames.toReversed()} op={info.op}
                isCurrent={(frame) => frame.file === file && frame.line === line} />}
        </>
      )}
    </section>
  );
}
