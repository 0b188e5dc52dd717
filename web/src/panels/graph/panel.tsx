// Graphs: an op among its neighbours, or a whole graph with its scopes closed; beside them the tree of all
// ops, and the selected op.
import { useEffect, useRef, useState } from "preact/hooks";

import { counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { go, numberOf, run, textOf } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { useShortcut } from "../../engine/shortcuts";
import type { GraphInfo, GraphPart, Node } from "../../protocol/messages";
import { Empty, Failed } from "../../widgets/notice";
import { Split } from "../../widgets/split";
import { deviceColour, deviceText } from "./devices";
import { GraphChoice } from "./graph_choice";
import { nodeTowards, type Way } from "./moves";
import { spokenName } from "./node_shape";
import { OpDetails } from "./op_details";
import { PictureView, type PictureHandle } from "./picture_view";
import { TreeView } from "./tree_view";
import "./graph.css";

type Mode = "neighbours" | "whole";

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
        <TreeView key="tree" op={op} onOp={(next) => go({ op: next, ops: null, mode: textOf("mode") === "whole" ? "whole" : null })} />,
        <div key="picture" class={op === null ? "graph-main graph-alone" : "graph-main"}>
          <Split name="graph details" direction="row" first={0.7}>
            {[
              <Pictures key="pictures" graphs={graphs.value.graphs} />,
              op !== null && <OpDetails key="op" op={op} onMove={select} onCentre={centre} onClose={() => go({ op: null, ops: keptOps() })} />,
            ]}
          </Split>
        </div>,
      ]}
    </Split>
  );
}

function NoGraphs() {
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

/** The ops that are shown with their neighbours. */
function shownOps(): number[] {
  const list = (textOf("ops") ?? "").split(",").filter((text) => /^\d+$/.test(text)).map(Number);
  const op = numberOf("op");
  return list.length > 0 ? list : op === null ? [] : [op];
}

/** Another op in the same picture, which grows where the op is not in it. */
function select(op: number): void {
  const ops = shownOps();
  go({ op, ops: (ops.includes(op) ? ops : [...ops, op]).join(",") });
}

/** What is shown stays, though none of it is selected. */
function keptOps(): string | undefined {
  return textOf("mode") === "whole" ? undefined : shownOps().join(",");
}

function centre(op: number): void {
  go({ op, ops: null, mode: null, graph: null, open: null });
}

function Pictures({ graphs }: { graphs: readonly GraphInfo[] }) {
  const op = numberOf("op");
  const mode: Mode = textOf("mode") === "whole" || shownOps().length === 0 ? "whole" : "neighbours";
  return mode === "whole" ? <Whole graphs={graphs} /> : <Neighbourhood op={op} />;
}

function Neighbourhood({ op }: { op: number | null }) {
  const ops = shownOps();
  const [control, setControl] = useState(false);
  const asked = useAnswer("neighbourhood", { run: run.value, ops, control, most: MOST_NODES });
  const choose = (node: Node) => {
    if (node.op !== null) go({ op: node.op, ops: ops.join(",") });
  };
  return (
    <Frame mode="neighbours" part={asked.value} error={asked.error} selected={op === null ? null : `op:${op}`} subject={`${run.value} ${ops[0]}`}
      start={`op:${ops[0]}`} expandable onChoose={choose} onOpen={() => undefined} onCentre={(node) => node.op !== null && centre(node.op)}
      onExpand={(node) => node.op !== null && go({ op: node.op, ops: [...ops, node.op].join(",") })}>
      <label class="graph-check"><input type="checkbox" checked={control} onChange={() => setControl(!control)} />Control edges</label>
    </Frame>
  );
}

function Whole({ graphs }: { graphs: readonly GraphInfo[] }) {
  const op = numberOf("op");
  const named = useAnswer("op", op === null ? null : { run: run.value, op }).value;
  const number = numberOf("graph");
  const graph = graphs.find((each) => each.graph === number) ?? graphs.find((each) => each.name === named?.graph) ?? largest(graphs);
  const open = (textOf("open") ?? "").split(",").filter((scope) => scope !== "");
  const asked = useAnswer("graph_view", graph === undefined ? null : { run: run.value, graph: graph.graph, open, most: MOST_NODES });
  // What is open inside of a closed scope opens again with it.
  const toggle = (scope: string) =>
    go({ open: (open.includes(scope) ? open.filter((other) => other !== scope) : [...open, scope]).join(",") || null });
  const choose = (node: Node) => {
    if (node.op !== null) go({ mode: "whole", graph: graph?.graph, op: node.op });
  };
  return (
    <Frame mode="whole" part={asked.value} error={asked.error} selected={op === null ? null : `op:${op}`} subject={`${run.value} graph ${graph?.graph}`}
      start={null} expandable={false} onChoose={choose} onOpen={(node) => toggle(node.id.replace(/^scope:/, ""))}
      onCentre={(node) => node.op !== null && centre(node.op)} onExpand={() => undefined}>
      <GraphChoice graphs={graphs} chosen={graph?.graph ?? null}
        onChoose={(next) => go({ mode: "whole", graph: next, open: null, op: null, ops: null })} />
    </Frame>
  );
}

function largest(graphs: readonly GraphInfo[]): GraphInfo | undefined {
  return graphs.toSorted((a, b) => b.ops - a.ops)[0];
}

interface FrameProps {
  mode: Mode;
  part: GraphPart | null;
  error: Parameters<typeof Failed>[0]["error"] | null;
  selected: string | null;
  subject: string;
  start: string | null;
  expandable: boolean;
  onChoose: (node: Node) => void;
  onCentre: (node: Node) => void;
  onExpand: (node: Node) => void;
  /** Opens or closes a scope. */
  onOpen: (node: Node) => void;
  children: preact.ComponentChildren;
}

/** The bar above a picture, the picture, and its keys. */
function Frame(props: FrameProps) {
  const { mode, part } = props;
  const picture = useRef<PictureHandle>(null);
  // Scopes and calls can be selected, too, but have no number that the URL could hold.
  const [focus, setFocus] = useState<string | null>(null);
  useEffect(() => setFocus(null), [props.selected, props.subject]);
  const nodeOf = (id: string | null) => part?.nodes.find((node) => node.id === id);
  const selected = nodeOf(focus) ? focus : props.selected;
  const current = nodeOf(selected);
  const walk = (way: Way) => {
    if (!part || !picture.current) return;
    const from = selected !== null && picture.current.picture.areas.has(selected) ? selected : null;
    const next = from === null ? (props.start ?? part.nodes[0]?.id ?? null) : nodeTowards(way, from, picture.current.picture.areas, part.edges);
    const node = nodeOf(next);
    if (!node) return;
    setFocus(node.id);
    props.onChoose(node);
  };
  const choose = (node: Node) => {
    setFocus(node.id);
    if (node.kind === "scope") props.onOpen(node);
    else props.onChoose(node);
  };
  const press = () => {
    if (current?.kind === "scope") props.onOpen(current);
    else if (current) props.onCentre(current);
  };
  const nothing = () => {
    setFocus(null);
    go({ op: null, ops: keptOps() });
  };
  useShortcut("ArrowLeft", "to an input", () => walk("left"));
  useShortcut("ArrowRight", "to a reader", () => walk("right"));
  useShortcut("ArrowUp", "to the node above", () => walk("up"));
  useShortcut("ArrowDown", "to the node below", () => walk("down"));
  useShortcut("Enter", "neighbours of the op; open or close a scope", press);
  useShortcut("Escape", "select nothing", nothing);
  useShortcut("f", "show everything", () => picture.current?.fit());
  useShortcut("w +", "zoom in", () => picture.current?.zoom(1.25));
  useShortcut("s -", "zoom out", () => picture.current?.zoom(0.8));
  useShortcut("a", "move left", () => picture.current?.pan(-0.1, 0));
  useShortcut("d", "move right", () => picture.current?.pan(0.1, 0));

  return (
    <div class="graph">
      <div class="graph-bar">
        <div class="graph-modes" role="group" aria-label="What is drawn">
          <button type="button" aria-pressed={mode === "neighbours"} disabled={mode === "whole" && numberOf("op") === null}
            title="The selected op and what is around it" onClick={() => go({ mode: null, graph: null, open: null })}>Neighbours</button>
          <button type="button" aria-pressed={mode === "whole"} title="One graph with its scopes" onClick={() => go({ mode: "whole", ops: null })}>Whole graph</button>
        </div>
        {props.children}
        <span class="graph-count">
          {part && counted(part.nodes.length, "node")}
          {part !== null && part.left_out > 0 && <b class="graph-left" title="The picture would be too large. Open fewer scopes, or look at neighbours.">{` ${counted(part.left_out, "more")} left out`}</b>}
        </span>
        <button type="button" title="Show everything (f)" onClick={() => picture.current?.fit()}>Fit</button>
      </div>
      {props.error !== null ? <Failed error={props.error} />
        : part !== null && (
          <PictureView handle={picture} part={part} selected={selected} anchor={selected ?? props.start} expandable={props.expandable} subject={props.subject}
            onChoose={choose} onCentre={props.onCentre} onExpand={props.onExpand} onNothing={nothing} />
        )}
      {part !== null && <Legend part={part} />}
      <p class="unseen" role="status">{current ? spokenName(current) : ""}</p>
    </div>
  );
}

function Legend({ part }: { part: GraphPart }) {
  const devices = [...new Set(part.nodes.map((node) => node.device))].filter((device) => device !== "").sort();
  return (
    <ul class="graph-legend" aria-label="Devices">
      {devices.map((device) => (
        <li key={device} title={device}><span class="device-dot" style={{ background: deviceColour(device) }} />{deviceText(device)}</li>
      ))}
    </ul>
  );
}
