// Why there is no source to show.
import { currentRun } from "../../engine/runs";
import { Empty } from "../../widgets/notice";

export function NoSources() {
  const run = currentRun();
  if (run?.state === "running") {
    return <Empty title="No sources yet"><p>The program has recorded no source file so far. This page follows it.</p></Empty>;
  }
  return (
    <Empty title="No sources were recorded">
      {run?.format === "tfdbg1"
        ? <p>Dumps of TensorFlow’s first debugger hold tensors and graphs, but no source files and no stacks.</p>
        : <p>The recording names no source file: its program ran no Python, or it was torn before the first was written.</p>}
      <p>A recording by <code>tdbg record train.py</code> keeps them.</p>
    </Empty>
  );
}
