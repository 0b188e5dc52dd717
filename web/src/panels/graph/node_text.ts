// The words on a node, and how wide they are.
import type { Node } from "../../protocol/messages";

export const NODE_HEIGHT = 26;
const LONGEST = 30;

export interface NodeText {
  sign: string;
  label: string;
  /** Faint, behind the label. */
  more: string;
}

export function textOfNode(node: Node): NodeText {
  const label = shortened(node.label);
  if (node.kind === "scope") return { sign: node.open ? "▾" : "▸", label, more: node.open ? "" : `${node.ops}` };
  const sign = node.kind === "function" ? "ƒ" : node.kind === "argument" ? "→" : "";
  return { sign, label, more: node.label.startsWith(node.op_type) ? "" : shortened(node.op_type) };
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 9)}…${text.slice(-8)}`;
}

export const LABEL_FONT = "600 12px";
export const MORE_FONT = "11px";
export const SIGN_WIDTH = 14;
const PAD_LEFT = 11;
const PAD_RIGHT = 9;
const GAP = 6;

let pen: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

function textWidth(text: string, font: string): number {
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (!pen) return text.length * 7;
    pen.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
    width = pen.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** Where the words stand, from the node's left side. */
export function measureNode(node: Node): { width: number; label: number; more: number; verdict: number } {
  const { sign, label, more } = textOfNode(node);
  const labelAt = PAD_LEFT + (sign === "" ? 0 : SIGN_WIDTH);
  const moreAt = labelAt + textWidth(label, LABEL_FONT) + GAP;
  const verdictAt = more === "" ? moreAt : moreAt + textWidth(more, MORE_FONT) + GAP;
  const width = verdictAt + (node.worst === null ? -GAP : 10) + PAD_RIGHT;
  return { width: Math.ceil(width), label: labelAt, more: moreAt, verdict: verdictAt };
}
