// How the recording stands: running, finished or lost, and how much there is.
import { counted, durationText, toNumber } from "../base/numbers";
import { connected } from "../engine/changes";
import type { RunInfo, RunState } from "../protocol/messages";

const STATES: Record<RunState, [string, string]> = {
  running: ["Running", "The program still runs; the page follows it."],
  finished: ["Finished", "The recording is complete."],
  lost: ["Lost", "The program ended without closing its recording: the last moments may be missing."],
};

export function StateLine({ run }: { run: RunInfo | null }) {
  if (!connected.value) {
    return <span class="state state-unheard" role="status"><span class="dot" />Line to tdbg lost, trying again</span>;
  }
  if (run === null) return null;
  const [word, meaning] = STATES[run.state];
  const alerts = run.origins + run.inherited + run.masked;
  return (
    <span class={`state state-${run.state}`} role="status">
      <span class="dot" />
      <span title={meaning}>{word}</span>
      <span class="faint" title={factsOf(run)}>{counted(run.tensors, "tensor")}</span>
      <span class="faint">{alerts === 0 ? "no alerts" : counted(alerts, "alert")}</span>
    </span>
  );
}

function factsOf(run: RunInfo): string {
  const counts = [counted(run.executions, "execution"), counted(run.ops, "op"), counted(run.graphs, "graph")];
  return [...counts, `in ${durationText(toNumber(run.seconds) * 1e9)}`, run.made_by].filter((part) => part !== "").join(", ");
}
