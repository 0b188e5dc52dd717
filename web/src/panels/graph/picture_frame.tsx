// A picture with the bar above it, its legend, and its keys.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { counted } from "../../base/numbers";
import type { CallError } from "../../engine/client";
import { go, numberOf } from "../../engine/place";
import { useShortcut } from "../../engine/shortcuts";
import type { GraphPart, Node } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";
import { Failed } from "../../widgets/notice";
import { deviceColour } from "./devices";
import { nodeTowards, type Way } from "./moves";
import { spokenName } from "./node_shape";
import { PictureView, type PictureHandle } from "./picture_view";
import { deselect } from "./shown_ops";

interface PictureFrameProps {
  mode: "neighbours" | "whole";
  part: GraphPart | null;
  error: CallError | null;
  selected: string | null;
  subject: string;
  start: string | null;
  expandable: boolean;
  onChoose: (node: Node) => void;
  onCentre: (node: Node) => void;
  onExpand: (node: Node) => void;
  /** Opens or closes a scope. */
  onOpen: (node: Node) => void;
  children: ComponentChildren;
}

/** The bar above a picture, the picture, and its keys. */
export function PictureFrame(props: PictureFrameProps) {
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
    const next = from === null ? (props.start ?? (part.nodes.find((node) => node.worst === "origin" && !node.open) ?? part.nodes[0])?.id ?? null) : nodeTowards(way, from, picture.current.picture.areas, part.edges);
    const node = nodeOf(next);
    // Where the picture ends but the graph does not, it grows.
    const more = way === "left" ? current?.inputs : way === "right" ? current?.readers : 0;
    if (!node && current && props.expandable && (more ?? 0) > 0) props.onExpand(current);
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
    deselect();
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
        <li key={device} title={device}><span class="device-dot" style={{ background: deviceColour(device) }} />{deviceName(device)}</li>
      ))}
    </ul>
  );
}
