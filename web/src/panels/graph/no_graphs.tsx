// Why there is no graph, and where to look instead.
import { counted } from "../../base/numbers";
import { go } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { Empty } from "../../widgets/notice";

export function NoGraphs() {
  const info = currentRun();
  return (
    <Empty title="No graphs">
      <p>
        {info?.state === "running"
          ? "The program is being recorded and has made no graph so far. Graphs show up here by themselves."
          : info && info.executions > 0
            ? `The program ran ${counted(info.executions, "op")} eagerly, one by one, and never inside of a tf.function.`
            : "The recording holds no graph."}
      </p>
      <p>Only what runs inside of <code>@tf.function</code>, Keras’ <code>fit</code> or a <code>Session.run</code> has a graph. What ran by itself is on the timeline.</p>
      <p><button type="button" onClick={() => go({ view: "timeline" })}>Show the timeline</button></p>
    </Empty>
  );
}
