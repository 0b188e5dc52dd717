// How the program stands, or the recording where no program lives, and how much there is of it.
import { counted, durationText, toNumber } from "../base/numbers";
import { connected, target } from "../engine/changes";
import type { RunInfo, RunState, TargetInfo } from "../protocol/messages";
import { Link } from "../widgets/link";
import { placeOf, programWords, waitingWords } from "./program_words";

const STATES: Record<RunState, [string, string]> = {
  running: ["Running", "The program still runs; the page follows it."],
  finished: ["Finished", "The recording is complete."],
  lost: ["Lost", "The program ended without closing its recording: the last moments may be missing."],
};

export function StateLine({ run }: { run: RunInfo | null }) {
  if (!connected.value) {
    return <span class="state state-unheard" role="status"><span class="dot" />Line to tdbg lost, trying again</span>;
  }
  const program = target.value;
  const words = program === null ? null : programWords(program);
  if (run === null && words === null) return null;
  return (
    <span class={`state state-${words === null ? run?.state : program?.phase}`} role="status">
      <span class="dot" />
      {program !== null && words !== null && <ProgramState program={program} words={words} />}
      {run !== null && words === null && <span title={STATES[run.state][1]}>{STATES[run.state][0]}</span>}
      {run !== null && <Amounts run={run} />}
    </span>
  );
}

function ProgramState({ program, words }: { program: TargetInfo; words: string }) {
  const place = program.stop === null ? null : placeOf(program.stop);
  const whole = program.text.charAt(0).toUpperCase() + program.text.slice(1);
  const waiting = waitingWords(program);
  return (
    <>
      {place === null
        ? <span class="words" title={whole}>{words}</span>
        : <Link class="words" to={place} title={`${whole}: show it  (r)`}>{words}</Link>}
      {waiting !== "" && <span class="waiting" title="Each is shown when the one before it goes on.">{waiting}</span>}
    </>
  );
}

function Amounts({ run }: { run: RunInfo }) {
  const alerts = run.origins + run.inherited + run.masked + run.handled;
  return (
    <>
      <span class="faint" title={factsOf(run)}>{counted(run.tensors, "tensor")}</span>
      <span class="faint">{alerts === 0 ? "no alerts" : counted(alerts, "alert")}</span>
    </>
  );
}

function factsOf(run: RunInfo): string {
  const counts = [counted(run.executions, "execution"), counted(run.ops, "op"), counted(run.graphs, "graph")];
  return [...counts, `in ${durationText(toNumber(run.seconds) * 1e9)}`, run.made_by].filter((part) => part !== "").join(", ");
}
