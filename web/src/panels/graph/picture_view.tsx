// A part of a graph, drawn.
import type { Ref } from "preact";
import { useImperativeHandle, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Edge, GraphPart, Node } from "../../protocol/messages";
import { curve, nestedLayout, type Area, type Picture } from "./nested_layout";
import { NodeShape, type Hidden } from "./node_shape";
import { measureNode, NODE_HEIGHT } from "./node_text";
import { fitted, revealed, usePanZoom, zoomed } from "./pan_zoom";

export interface PictureHandle {
  picture: Picture;
  fit: () => void;
  zoom: (factor: number) => void;
  /** In shares of what is seen. */
  pan: (x: number, y: number) => void;
}

interface PictureViewProps {
  handle: Ref<PictureHandle>;
  part: GraphPart;
  selected: string | null;
  /** Stays where it is on the screen when the picture changes. */
  anchor: string | null;
  expandable: boolean;
  /** What the picture is of: of something else it starts anew. */
  subject: string;
  onChoose: (node: Node) => void;
  onCentre: (node: Node) => void;
  onExpand: (node: Node) => void;
  onNothing: () => void;
}

const READABLE = 0.75;

export function PictureView(props: PictureViewProps) {
  const { part, selected, anchor, expandable, subject } = props;
  const picture = useMemo(() => nestedLayout(part.nodes, part.edges, (node) => measureNode(node).width, NODE_HEIGHT), [part]);
  const hidden = useMemo(() => (expandable ? hiddenEdges(part) : null), [part, expandable]);
  const hand = usePanZoom();
  const before = useRef<{ subject: string; picture: Picture } | null>(null);

  const fit = () => hand.show(fitted(picture.width, picture.height, hand.box()));
  useImperativeHandle(props.handle, () => ({
    picture,
    fit,
    zoom: (factor) => hand.show(zoomed(hand.view(), factor, hand.box().width / 2, hand.box().height / 2)),
    pan: (x, y) => {
      const { width, height } = hand.box();
      hand.show({ ...hand.view(), x: hand.view().x - x * width, y: hand.view().y - y * height });
    },
  }), [picture]);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { subject, picture };
    const old = anchor === null ? undefined : last?.picture.areas.get(anchor);
    const now = anchor === null ? undefined : picture.areas.get(anchor);
    const { x, y, scale } = hand.view();
    if (last?.subject === subject && old && now) {
      const still = { scale, x: x + (old.x - now.x) * scale, y: y + (old.y - now.y) * scale };
      hand.show(revealed(revealed(still, around(part, picture, anchor) ?? now, hand.box()), now, hand.box()));
    } else if (last?.subject !== subject) {
      start(now ? anchor : null);
    }
  }, [picture, subject]);

  useLayoutEffect(() => {
    const area = selected === null ? undefined : picture.areas.get(selected);
    if (area && before.current?.picture === picture) hand.show(revealed(hand.view(), area, hand.box()));
  }, [selected]);

  /** All of it if that can be read, else the anchor, or the worst node, or the beginning. */
  const start = (id: string | null) => {
    const box = hand.box();
    const all = fitted(picture.width, picture.height, box);
    if (all.scale >= READABLE) {
      hand.show(all);
      return;
    }
    const worst = part.nodes.find((node) => node.worst === "origin" && !node.open) ?? part.nodes.find((node) => node.worst !== null && !node.open);
    const area = picture.areas.get(id ?? worst?.id ?? "");
    const x = area ? box.width / 2 - (area.x + area.width / 2) * READABLE : all.x;
    const y = box.height / 2 - (area ? area.y + area.height / 2 : picture.height / 2) * READABLE;
    hand.show({ scale: READABLE, x, y });
  };

  const unlessDragged = (action: (node: Node) => void) => (node: Node) => {
    if (!hand.dragged()) action(node);
  };
  const latest = useRef(props);
  latest.current = props;
  const hands = useMemo(() => ({
    choose: unlessDragged((node) => latest.current.onChoose(node)),
    centre: (node: Node) => latest.current.onCentre(node),
    expand: unlessDragged((node) => latest.current.onExpand(node)),
  }), []);

  // Open scopes first: what is in them lies on top.
  const open = part.nodes.filter((node) => node.open);
  const rest = part.nodes.filter((node) => !node.open);
  const shape = (node: Node) => {
    const area = picture.areas.get(node.id);
    return area && (
      <NodeShape key={node.id} node={node} area={area} selected={node.id === selected} hidden={hidden?.get(node.id) ?? null}
        onChoose={hands.choose} onCentre={hands.centre} onExpand={hands.expand} />
    );
  };
  return (
    <svg class="graph-picture" ref={hand.svg} role="group" aria-label={`${part.nodes.length} nodes. Arrow keys go along the edges.`}
      onClick={(event) => {
        if (event.target === event.currentTarget && !hand.dragged()) props.onNothing();
      }}>
      <defs>
        <marker id="graph-arrow" viewBox="0 0 6 6" refX="5.5" refY="3" markerWidth="6" markerHeight="6" orient="auto" markerUnits="userSpaceOnUse">
          <path d="M0 0.5L6 3L0 5.5Z" fill="context-stroke" />
        </marker>
      </defs>
      <g ref={hand.drawing}>
        {open.map(shape)}
        <Edges part={part} picture={picture} selected={selected} />
        {rest.map(shape)}
      </g>
    </svg>
  );
}

/** The node and all that is joined to it. */
function around(part: GraphPart, picture: Picture, id: string | null): Area | null {
  const ids = part.edges.flatMap((edge) => (edge.from === id || edge.to === id ? [edge.from, edge.to] : []));
  const areas = ids.flatMap((each) => picture.areas.get(each) ?? []);
  if (areas.length === 0) return null;
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

function Edges({ part, picture, selected }: { part: GraphPart; picture: Picture; selected: string | null }) {
  const touches = (edge: Edge) => selected !== null && (edge.from === selected || edge.to === selected);
  const drawn = useMemo(() => part.edges.map((edge) => ({ edge, path: curve(picture.routes.get(edge) ?? []) })), [part, picture]);
  // Those of the selected node on top.
  const sorted = drawn.toSorted((a, b) => Number(touches(a.edge)) - Number(touches(b.edge)));
  return (
    <g class="graph-edges" aria-hidden="true">
      {sorted.map(({ edge, path }) => (
        <path key={`${edge.from} ${edge.to} ${edge.slot} ${edge.control}`} d={path} marker-end="url(#graph-arrow)"
          class={`edge${edge.control ? " edge-control" : ""}${touches(edge) ? " edge-selected" : ""}`}
          style={edge.count > 1 ? { strokeWidth: 1 + Math.min(3, Math.log2(edge.count) * 0.6) } : undefined} />
      ))}
    </g>
  );
}

/** Of each node, how many of its edges are not in the picture. */
export function hiddenEdges(part: GraphPart): Map<string, Hidden> {
  const hidden = new Map(part.nodes.map((node) => [node.id, { inputs: node.inputs, readers: node.readers }]));
  for (const edge of part.edges) {
    const from = hidden.get(edge.from);
    const to = hidden.get(edge.to);
    if (from) from.readers -= edge.count;
    if (to) to.inputs -= edge.count;
  }
  return hidden;
}
