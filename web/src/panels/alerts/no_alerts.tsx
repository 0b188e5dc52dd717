// Why the list is empty, and what would fill it.
import { counted } from "../../base/numbers";
import { go } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { Empty } from "../../widgets/notice";

/** Recordings of these keep nothing that tells a bad value from a good one. */
const BLIND = new Set(["none", "no_tensor", "shape"]);

export function NoAlerts() {
  const run = currentRun();
  if (run === null) return null;
  if (run.tensors === 0) {
    return (
      <Empty title="No tensors yet">
        {run.state === "running"
          ? <p>The program runs, and has recorded nothing so far. This page follows it.</p>
          : <p>The recording holds no tensors.</p>}
      </Empty>
    );
  }
  if (BLIND.has(run.mode)) {
    return (
      <Empty title="This recording cannot tell">
        <p>
          {`It was made in the mode ${run.mode}, which keeps no health of tensors: `}
          {`none of the ${counted(run.tensors, "tensor")} was checked for NaN or infinities.`}
        </p>
        <p>
          Record again with <code>tdbg record train.py</code>, or with <code>tensor_debug_mode="FULL_HEALTH"</code> in
          TensorFlow’s own call.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="All clean">
      <p>
        {`None of ${counted(run.tensors, "recorded tensor")} holds NaN or an infinity`}
        {run.mode === "" ? "." : ` (recorded in the mode ${run.mode}).`}
      </p>
      {run.state === "running" && <p>The program still runs; the first bad value will show up here.</p>}
      <p><button type="button" onClick={() => go({ view: "tensors" })}>Look at the tensors</button></p>
    </Empty>
  );
}

export function NothingFits() {
  return (
    <Empty title="No alert fits the filter">
      <p><button type="button" onClick={() => go({ text: null, verdict: null })}>Show all alerts</button></p>
    </Empty>
  );
}
