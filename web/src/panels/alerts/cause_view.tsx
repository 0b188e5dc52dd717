// Why a bad value is there: what happened, the line of the program, the numbers that show it, the way it came.
import { Fragment } from "preact";

import { counted, realText } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { Cause, Layer, PathStep, SourceLine } from "../../protocol/messages";
import { Frames } from "../../widgets/frames";
import { VerdictMark } from "../../widgets/health";
import { Link } from "../../widgets/link";
import { Empty, Failed } from "../../widgets/notice";
import { PlaceLink } from "../../widgets/place_link";
import { Sparkline } from "../../widgets/sparkline";
import { headline } from "./headline";
import { OperandTable } from "./operand_table";

const NOT_FOUND = 404;

/** `count`: how often the same happened. */
export function CauseView({ event, count }: { event: number; count: number }) {
  const { value: cause, error, stale } = useAnswer("cause", { run: run.value, event });
  if (error?.status === NOT_FOUND) return <NoAlert event={event} message={error.message} />;
  if (error) return <Failed error={error} />;
  if (cause === null) return null;
  const { alert } = cause;
  return (
    <article class={`cause cause-${alert.verdict}${stale ? " cause-stale" : ""}`} aria-label="Cause" tabIndex={0}>
      <header class="cause-head">
        <h2><VerdictMark verdict={alert.verdict} /> {headline(cause)}</h2>
        {alert.place && <PlaceLink place={alert.place} op={alert.op} />}
      </header>
      <Facts cause={cause} count={count} />
      {alert.message !== "" && alert.message !== cause.sentence && <pre class="cause-message">{alert.message}</pre>}
      {cause.sentence !== "" && (
        <p class="cause-sentence">
          <span class="cause-label">Cause</span>{cause.sentence}
          {alert.origin !== null && <> <Link to={{ event: alert.origin }}>Go to its origin</Link></>}
        </p>
      )}
      {cause.pattern !== "" && (
        <p class="cause-pattern"><span class="cause-label">Pattern</span><span class="mono">{cause.pattern}</span></p>
      )}
      {cause.tried !== "" && <p class="cause-pattern"><span class="cause-label">Tried</span>{cause.tried}</p>}
      {cause.source.length > 0 && <Excerpt lines={cause.source} />}
      <OperandTable cause={cause} />
      <HistoryRow cause={cause} />
      {cause.path.length > 1 && <Part title="Path"><Path steps={cause.path} /></Part>}
      {cause.frames.length > 0 && <Part title="Called from"><Frames frames={cause.frames} op={alert.op} /></Part>}
    </article>
  );
}

function NoAlert({ event, message }: { event: number; message: string }) {
  return (
    <Empty title="This tensor raised no alert">
      <p>{message}.</p>
      <p><Link to={{ view: "value", event }}>Show its value</Link>, or choose an alert on the left.</p>
    </Empty>
  );
}

function Part({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return <section class="cause-part"><h3>{title}</h3>{children}</section>;
}

function Facts({ cause: { alert }, count }: { cause: Cause; count: number }) {
  return (
    <div class="cause-facts">
      <span class="mono">{alert.name}</span>
      {count > 1 && <span>{`${counted(count, "time")}, this is the first`}</span>}
      {alert.layer !== null && <LayerFact layer={alert.layer} op={alert.op} />}
      {alert.forward !== "" && <span>gradient of <span class="mono">{alert.forward}</span></span>}
      <span class="cause-links">
        <Link to={{ view: "value", event: alert.event }}>Value</Link>
        {alert.op !== null && <Link to={{ view: "graph", op: alert.op }}>Graph</Link>}
        {alert.execution !== null && <Link to={{ view: "timeline", execution: alert.execution }}>Timeline</Link>}
      </span>
    </div>
  );
}

function LayerFact({ layer: { path, type, made }, op }: { layer: Layer; op: number | null }) {
  return (
    <span>
      layer <span class="mono">{path}</span> ({type}){made !== null && <>, made at <PlaceLink place={made} op={op} /></>}
    </span>
  );
}

function Excerpt({ lines }: { lines: readonly SourceLine[] }) {
  const last = lines.at(-1)?.line;
  return (
    <div class="excerpt mono" role="group" aria-label="Source" tabIndex={0}>
      {lines.map(({ line, text }) => (
        <div key={line} class={line === last ? "excerpt-line excerpt-here" : "excerpt-line"}>
          <span class="excerpt-mark">{line === last ? "▶" : ""}</span>
          <span class="excerpt-number">{line}</span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}

function HistoryRow({ cause }: { cause: Cause }) {
  if (cause.history === null) return null;
  const { measure, values, when } = cause.history;
  const of = cause.operands[cause.critical ?? 0]?.name ?? cause.output.name;
  return (
    <Part title="History">
      <div class="cause-history">
        <span><span class="faint">{measure} of </span><span class="mono">{of}</span></span>
        <Sparkline values={values} label={`${measure} of ${of}: ${values.map((value) => realText(value)).join(", ")}`} />
        <span class="mono cause-values">{values.map((value, index) => <span key={index}>{realText(value, 3)}</span>)}</span>
        <span class="faint">{when}</span>
      </div>
    </Part>
  );
}

function Path({ steps }: { steps: readonly PathStep[] }) {
  return (
    <div class="cause-path mono">
      {steps.map((step, index) => (
        <Fragment key={index}>
          {index > 0 && <span class="faint" aria-hidden="true">→</span>}
          {step.op === null ? <span>{step.name}</span> : <Link to={{ view: "graph", op: step.op }}>{step.name}</Link>}
        </Fragment>
      ))}
    </div>
  );
}
