// A picture of a graph whose open scopes are boxes around what is in them: each is laid out by itself, and
// is then one box in the picture around it.
import type { Edge, Node } from "../../protocol/messages";
import { layeredLayout, type Box, type Point } from "./layered_layout";

export interface Area extends Point {
  width: number;
  height: number;
}

export interface Picture {
  areas: Map<string, Area>;
  /** Points of each edge, both ends included. */
  routes: Map<Edge, Point[]>;
  width: number;
  height: number;
}

export const SCOPE_HEAD = 26;
const SCOPE_PAD = 12;

export function nestedLayout(nodes: readonly Node[], edges: readonly Edge[], widthOf: (node: Node) => number, height: number): Picture {
  const inside = new Map<string | null, Node[]>();
  const known = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
    const list = inside.get(parent);
    if (list) list.push(node);
    else inside.set(parent, [node]);
  }
  const ancestors = (id: string): string[] => {
    const chain = [id];
    for (let at = known.get(id)?.parent ?? null; at !== null && known.has(at); at = known.get(at)?.parent ?? null) chain.push(at);
    return chain;
  };

  // Each edge belongs to the innermost scope that holds both of its ends, between what is in it.
  const lifted = new Map<string | null, { from: string; to: string; edge: Edge }[]>();
  for (const edge of edges) {
    if (!known.has(edge.from) || !known.has(edge.to)) continue;
    const from = [...ancestors(edge.from).reverse()];
    const to = [...ancestors(edge.to).reverse()];
    let depth = 0;
    while (depth < from.length && depth < to.length && from[depth] === to[depth]) ++depth;
    const start = from[depth];
    const end = to[depth];
    if (start === undefined || end === undefined) continue;
    const scope = depth === 0 ? null : (from[depth - 1] ?? null);
    const list = lifted.get(scope);
    if (list) list.push({ from: start, to: end, edge });
    else lifted.set(scope, [{ from: start, to: end, edge }]);
  }

  const areas = new Map<string, Area>();
  const bends = new Map<Edge, Point[]>();
  const layOut = (scope: string | null): { width: number; height: number } => {
    const boxes: Box[] = (inside.get(scope) ?? []).map((node) => {
      if (!inside.has(node.id)) return { id: node.id, width: widthOf(node), height };
      const inner = layOut(node.id);
      return {
        id: node.id,
        width: Math.max(inner.width + 2 * SCOPE_PAD, widthOf(node)),
        height: inner.height + SCOPE_HEAD + SCOPE_PAD,
      };
    });
    const links = lifted.get(scope) ?? [];
    const layout = layeredLayout(boxes, links);
    for (const box of boxes) areas.set(box.id, { ...(layout.places.get(box.id) ?? { x: 0, y: 0 }), width: box.width, height: box.height });
    links.forEach((link, index) => bends.set(link.edge, layout.bends[index] ?? []));
    return layout;
  };
  const whole = layOut(null);

  // Inner places count from their scope until here.
  const origins = new Map<string | null, Point>([[null, { x: 0, y: 0 }]]);
  const shift = (scope: string | null) => {
    const origin = origins.get(scope) ?? { x: 0, y: 0 };
    for (const node of inside.get(scope) ?? []) {
      const area = areas.get(node.id);
      if (!area) continue;
      area.x += origin.x;
      area.y += origin.y;
      if (!inside.has(node.id)) continue;
      origins.set(node.id, { x: area.x + SCOPE_PAD, y: area.y + SCOPE_HEAD });
      shift(node.id);
    }
    for (const { edge } of lifted.get(scope) ?? []) {
      bends.set(edge, (bends.get(edge) ?? []).map((point) => ({ x: point.x + origin.x, y: point.y + origin.y })));
    }
  };
  shift(null);

  const routes = new Map<Edge, Point[]>();
  for (const [edge, points] of bends) {
    const from = areas.get(edge.from);
    const to = areas.get(edge.to);
    if (!from || !to) continue;
    routes.set(edge, [
      { x: from.x + from.width, y: from.y + middleOf(from, inside.has(edge.from)) },
      ...points,
      { x: to.x, y: to.y + middleOf(to, inside.has(edge.to)) },
    ]);
  }
  return { areas, routes, width: whole.width, height: whole.height };
}

function middleOf(area: Area, open: boolean): number {
  return open ? SCOPE_HEAD / 2 : area.height / 2;
}

/** A curve through the points that leaves and enters boxes level. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${round(first.x)} ${round(first.y)}`;
  let last = first;
  for (const point of rest) {
    const reach = Math.max(12, Math.abs(point.x - last.x) / 2);
    path += point.y === last.y && point.x >= last.x
      ? `L${round(point.x)} ${round(point.y)}`
      : `C${round(last.x + reach)} ${round(last.y)} ${round(point.x - reach)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    last = point;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
