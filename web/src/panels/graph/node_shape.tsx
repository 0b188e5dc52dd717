// One node of a picture.
import { memo } from "preact/compat";

import { counted } from "../../base/numbers";
import type { Node } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";
import { deviceColour } from "./devices";
import { SCOPE_HEAD, type Area } from "./nested_layout";
import { measureNode, textOfNode } from "./node_text";

export interface Hidden {
  inputs: number;
  readers: number;
}

interface NodeShapeProps {
  node: Node;
  area: Area;
  selected: boolean;
  /** Edges that are not drawn, for which there is a button. */
  hidden: Hidden | null;
  onChoose: (node: Node) => void;
  onCentre: (node: Node) => void;
  onExpand: (node: Node) => void;
}

const SIGNS = { origin: "●", inherited: "○", masked: "⊘", handled: "⊙" } as const;

function Shape({ node, area, selected, hidden, onChoose, onCentre, onExpand }: NodeShapeProps) {
  const { sign, label, more } = textOfNode(node);
  const at = measureNode(node);
  const open = node.kind === "scope" && node.open;
  const middle = open ? SCOPE_HEAD / 2 : area.height / 2;
  const classes = ["node", `node-${node.kind}`, open ? "node-open" : "", selected ? "node-selected" : "", node.worst === null ? "" : `node-${node.worst}`];
  return (
    <g class={classes.filter(Boolean).join(" ")} transform={`translate(${area.x} ${area.y})`} data-node={node.id}>
      <g role="button" tabindex={selected ? 0 : -1} aria-label={spokenName(node)} aria-pressed={selected}
        onClick={() => onChoose(node)} onDblClick={() => onCentre(node)}>
        <title>{titleOf(node)}</title>
        <rect class="node-box" width={area.width} height={area.height} rx={node.kind === "argument" ? 13 : 5} />
        {!open && <rect class="node-device" x={1} y={5} width={3} height={area.height - 10} rx={1.5} style={{ fill: deviceColour(node.device) }} />}
        {sign !== "" && <text class="node-sign" aria-hidden="true" x={at.label - 14} y={middle}>{sign}</text>}
        <text y={middle}>
          <tspan class="node-label" x={at.label}>{label}</tspan>{" "}
          {more !== "" && <tspan class="node-more" x={at.more}>{more}</tspan>}
        </text>
        {node.worst !== null && <text class={`verdict verdict-${node.worst}`} aria-hidden="true" x={at.verdict} y={middle}>{SIGNS[node.worst]}</text>}
      </g>
      {hidden && hidden.inputs > 0 && (
        <More x={-8} y={middle} side="left" count={hidden.inputs} what="input" name={node.label} onClick={() => onExpand(node)} />
      )}
      {hidden && hidden.readers > 0 && (
        <More x={area.width + 8} y={middle} side="right" count={hidden.readers} what="reader" name={node.label} onClick={() => onExpand(node)} />
      )}
    </g>
  );
}

function More({ x, y, side, count, what, name, onClick }: { x: number; y: number; side: "left" | "right"; count: number; what: string; name: string; onClick: () => void }) {
  const text = `+${count}`;
  const width = 10 + text.length * 6.5;
  const left = side === "left" ? x - width : x;
  return (
    <g class="node-expand" role="button" tabindex={-1} aria-label={`+${count}: show ${counted(count, what)} more of ${name}`} onClick={onClick}>
      <title>{`Show ${counted(count, what)} more`}</title>
      <line x1={side === "left" ? 0 : x - 8} x2={x} y1={y} y2={y} />
      <rect x={left} y={y - 8} width={width} height={16} rx={8} />
      <text x={left + width / 2} y={y}>{text}</text>
    </g>
  );
}

function titleOf(node: Node): string {
  const lines = [node.name];
  if (node.kind === "scope") lines.push(`${counted(node.ops, "op")} inside; click to ${node.open ? "close" : "open"}`);
  else if (node.op === null) lines.push("a call whose creation was not recorded");
  else lines.push([node.op_type, deviceName(node.device), node.worst ?? ""].filter(Boolean).join(" · "));
  return lines.join("\n");
}

export function spokenName(node: Node): string {
  const { label, more } = textOfNode(node);
  return [`${label} ${more}`.trim(), node.kind === "op" ? "" : node.kind, node.worst === null ? "" : `bad, ${node.worst}`].filter(Boolean).join(", ");
}

export const NodeShape = memo(Shape);
