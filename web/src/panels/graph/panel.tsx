// Graphs: an op among its neighbours, or a whole graph with its scopes closed; beside them the tree of all
// ops, and the selected op.
import { useState } from "preact/hooks";

import { useAnswer } from "../../engine/answer";
import { go, numberOf, run, textOf } from "../../engine/place";
import type { GraphInfo, GraphPart, Node, OpInfo } from "../../protocol/messages";
import { Failed } from "../../widgets/notice";
import { Split } from "../../widgets/split";
import { GraphChoice } from "./graph_choice";
import { NoGraphs } from "./no_graphs";
import { OpDetails } from "./op_details";
import { PictureFrame } from "./picture_frame";
import { centre, deselect, expand, select, showsWhole, shownOps } from "./shown_ops";
import { TreeView } from "./tree_view";
import "./graph.css";

const MOST_NODES = 400;

export function GraphPanel() {
  const graphs = useAnswer("graphs", { run: run.value });
  const op = numberOf("op");
  if (graphs.error) return <Failed error={graphs.error} />;
  if (!graphs.value) return null;
  if (graphs.value.graphs.every((graph) => graph.ops === 0)) return <NoGraphs />;
  return (
    <Split name="graph tree" direction="row" first={0.22}>
      {[
        <TreeView key="tree" op={op} onOp={(next) => (textOf("mode") === "whole" ? select(next) : centre(next))} />,
        <div key="picture" class={op === null ? "graph-main graph-alone" : "graph-main"}>
          <Split name="graph details" direction="row" first={0.7}>
            {[
              <Pictures key="pictures" graphs={graphs.value.graphs} />,
              op !== null && <OpDetails key="op" op={op} onMove={select} onCentre={centre} onClose={deselect} />,
            ]}
          </Split>
        </div>,
      ]}
    </Split>
  );
}

function Pictures({ graphs }: { graphs: readonly GraphInfo[] }) {
  return showsWhole() ? <Whole graphs={graphs} /> : <Neighbourhood op={numberOf("op")} />;
}

function Neighbourhood({ op }: { op: number | null }) {
  const ops = shownOps();
  const [control, setControl] = useState(false);
  const asked = useAnswer("neighbourhood", { run: run.value, ops, control, most: MOST_NODES });
  const choose = (node: Node) => {
    if (node.op !== null) go({ op: node.op, ops: ops.join(",") });
  };
  return (
    <PictureFrame mode="neighbours" part={asked.value} error={asked.error} selected={op === null ? null : `op:${op}`} subject={`${run.value} ${ops[0]}`}
      start={`op:${ops[0]}`} expandable onChoose={choose} onOpen={() => undefined} onCentre={(node) => node.op !== null && centre(node.op)}
      onExpand={(node) => node.op !== null && expand(node.op)}>
      <label class="graph-check"><input type="checkbox" checked={control} onChange={() => setControl(!control)} />Control edges</label>
    </PictureFrame>
  );
}

function Whole({ graphs }: { graphs: readonly GraphInfo[] }) {
  const op = numberOf("op");
  const named = useAnswer("op", op === null ? null : { run: run.value, op }).value;
  const number = numberOf("graph");
  const graph = graphs.find((each) => each.graph === number) ?? graphs.find((each) => each.name === named?.graph) ?? worst(graphs);
  const open = (textOf("open") ?? "").split(",").filter((scope) => scope !== "");
  const asked = useAnswer("graph_view", graph === undefined ? null : { run: run.value, graph: graph.graph, open, most: MOST_NODES });
  // What is open inside of a closed scope opens again with it.
  const toggle = (scope: string) =>
    go({ open: (open.includes(scope) ? open.filter((other) => other !== scope) : [...open, scope]).join(",") || null });
  const choose = (node: Node) => {
    if (node.op !== null) go({ mode: "whole", graph: graph?.graph, op: node.op });
  };
  return (
    <PictureFrame mode="whole" part={asked.value} error={asked.error} selected={op === null ? null : standsFor(asked.value, op, named)} subject={`${run.value} graph ${graph?.graph}`}
      start={null} expandable={false} onChoose={choose} onOpen={(node) => toggle(node.id.replace(/^scope:/, ""))}
      onCentre={(node) => node.op !== null && centre(node.op)} onExpand={() => undefined}>
      <GraphChoice graphs={graphs} chosen={graph?.graph ?? null}
        onChoose={(next) => go({ mode: "whole", graph: next, open: null, op: null, ops: null })} />
    </PictureFrame>
  );
}

/** The op's node, or that of the closed scope that it lies in. */
function standsFor(part: GraphPart | null, op: number, named: OpInfo | null): string {
  const scope = named?.op === op ? part?.nodes.find((node) => node.kind === "scope" && !node.open && named.name.startsWith(`${node.name}/`)) : undefined;
  return scope && !part?.nodes.some((node) => node.op === op) ? scope.id : `op:${op}`;
}

const GRAVITY = { origin: 0, inherited: 1, handled: 2, masked: 3 } as const;

/** The graph with the gravest verdict, and of several the one with most ops. */
function worst(graphs: readonly GraphInfo[]): GraphInfo | undefined {
  const gravity = (graph: GraphInfo) => (graph.worst === null ? 4 : GRAVITY[graph.worst]);
  return graphs.toSorted((a, b) => gravity(a) - gravity(b) || b.ops - a.ops)[0];
}
