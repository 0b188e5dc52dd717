// Why there is no timeline, and what would fill it.
import { counted } from "../../base/numbers";
import { currentRun } from "../../engine/runs";
import { Empty } from "../../widgets/notice";

export function NothingRan() {
  const info = currentRun();
  const growing = info?.state === "running";
  return (
    <Empty title={growing ? "Nothing has run yet" : "Nothing ran"}>
      <p>
        {growing
          ? "The program is being recorded, but no execution and no tensor has come so far. They show up here by themselves."
          : `The recording holds ${counted(info?.graphs ?? 0, "graph")}, but no execution and no tensor with a time.`}
      </p>
      {!growing && (
        <p>
          TensorFlow’s own recorder writes executions when it is flushed or the program ends; with <code>circular_buffer_size=-1</code> it
          writes them at once. Or record with <code>tdbg record train.py</code>.
        </p>
      )}
    </Empty>
  );
}
