// A picture of a graph in layers: what an op reads lies to its left, who reads it to its right.
// Ops are put into layers by their longest way from the inputs, ordered in them so that few edges cross,
// and then moved up and down until edges are as straight as the order allows.

export interface Box {
  id: string;
  width: number;
  height: number;
}

export interface Link {
  from: string;
  to: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** Upper left corners. */
  places: Map<string, Point>;
  /** Points between both ends, layer by layer, in the order of `links`. */
  bends: Point[][];
  width: number;
  height: number;
}

const LAYER_GAP = 46;
const ROW_GAP = 10;
const LONERS_GAP = 28;
/** An edge that passes a layer takes as much room there. */
const LANE = 6;
const SWEEPS = 8;

interface Cell {
  width: number;
  height: number;
  layer: number;
  inputs: Cell[];
  readers: Cell[];
  /** Place in its layer, then centre. */
  order: number;
  y: number;
}

export function layeredLayout(boxes: readonly Box[], links: readonly Link[]): Layout {
  const linked = new Set(links.flatMap((link) => (link.from === link.to ? [] : [link.from, link.to])));
  const layout = layersOf(boxes.filter((box) => linked.has(box.id)), links);
  addLoners(layout, boxes.filter((box) => !linked.has(box.id)));
  return layout;
}

/** Boxes without an edge stand in rows below the picture. */
function addLoners(layout: Layout, loners: readonly Box[]): void {
  if (loners.length === 0) return;
  const room = Math.max(layout.width, 480);
  let x = 0;
  let y = layout.height === 0 ? 0 : layout.height + LONERS_GAP;
  let high = 0;
  for (const box of loners) {
    if (x > 0 && x + box.width > room) {
      x = 0;
      y += high + ROW_GAP;
      high = 0;
    }
    layout.places.set(box.id, { x, y });
    high = Math.max(high, box.height);
    layout.width = Math.max(layout.width, x + box.width);
    x += box.width + LONERS_GAP / 2;
  }
  layout.height = y + high;
}

function layersOf(boxes: readonly Box[], links: readonly Link[]): Layout {
  const cells = new Map(boxes.map((box) => [box.id, newCell(box.width, box.height)]));
  const forward = orient([...cells.keys()], links);
  const layerOf = assignLayers([...cells.keys()], forward);
  for (const [id, cell] of cells) cell.layer = layerOf.get(id) ?? 0;

  const lanes = forward.map((link) => connect(cells, link));
  const layers = order([...cells.values(), ...lanes.flat()]);
  straighten(layers);
  return place(cells, layers, links, forward, lanes);
}

function newCell(width: number, height: number): Cell {
  return { width, height, layer: 0, inputs: [], readers: [], order: 0, y: 0 };
}

/** The links without those that go in circles turned round, and without loops to the box itself. */
function orient(ids: readonly string[], links: readonly Link[]): Link[] {
  const out = new Map<string, Link[]>(ids.map((id) => [id, []]));
  for (const link of links) out.get(link.from)?.push(link);
  const state = new Map<string, "open" | "done">();
  const turned = new Set<Link>();
  for (const root of ids) {
    if (state.has(root)) continue;
    // By hand, because graphs may be deeper than the stack.
    const stack: { id: string; next: number }[] = [{ id: root, next: 0 }];
    state.set(root, "open");
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (!top) break;
      const link = out.get(top.id)?.[top.next++];
      if (!link) {
        state.set(top.id, "done");
        stack.pop();
      } else if (state.get(link.to) === "open") {
        turned.add(link);
      } else if (!state.has(link.to) && out.has(link.to)) {
        state.set(link.to, "open");
        stack.push({ id: link.to, next: 0 });
      }
    }
  }
  return links
    .filter((link) => link.from !== link.to && out.has(link.from) && out.has(link.to))
    .map((link) => (turned.has(link) ? { from: link.to, to: link.from } : link));
}

/** Longest way from the inputs; a box that reads nothing stands just before its first reader. */
export function assignLayers(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const waiting = new Map(ids.map((id) => [id, 0]));
  const out = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of links) {
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
    out.get(from)?.push(to);
  }
  const layers = new Map<string, number>();
  const ready = ids.filter((id) => waiting.get(id) === 0);
  const sources = [...ready];
  for (const id of ready) layers.set(id, 0);
  for (let at = 0; at < ready.length; ++at) {
    const id = ready[at] ?? "";
    for (const to of out.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  for (const id of sources) {
    const readers = out.get(id) ?? [];
    if (readers.length > 0) layers.set(id, Math.min(...readers.map((to) => layers.get(to) ?? 0)) - 1);
  }
  return layers;
}

/** Joins both ends; an edge over several layers gets a lane in each that it passes. */
function connect(cells: ReadonlyMap<string, Cell>, link: Link): Cell[] {
  const from = cells.get(link.from);
  const to = cells.get(link.to);
  if (!from || !to) return [];
  const lanes: Cell[] = [];
  let last = from;
  for (let layer = from.layer + 1; layer < to.layer; ++layer) {
    const lane = newCell(0, LANE);
    lane.layer = layer;
    join(last, lane);
    lanes.push(lane);
    last = lane;
  }
  join(last, to);
  return lanes;
}

function join(from: Cell, to: Cell): void {
  from.readers.push(to);
  to.inputs.push(from);
}

/** Each cell goes to the middle of its neighbours, from left to right and back, some times. */
function order(cells: readonly Cell[]): Cell[][] {
  const layers: Cell[][] = [];
  for (const cell of cells) (layers[cell.layer] ??= []).push(cell);
  for (let at = 0; at < layers.length; ++at) layers[at] ??= [];
  for (const layer of layers) number(layer);
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const onward = sweep % 2 === 0;
    for (const layer of onward ? layers : layers.toReversed()) {
      const middles = new Map(layer.map((cell) => [cell, middle(onward ? cell.inputs : cell.readers, cell.order)]));
      layer.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
      number(layer);
    }
  }
  return layers;
}

function number(layer: readonly Cell[]): void {
  // Between 0 and 1, so that layers of different size compare.
  layer.forEach((cell, index) => {
    cell.order = (index + 0.5) / layer.length;
  });
}

function middle(neighbours: readonly Cell[], otherwise: number): number {
  if (neighbours.length === 0) return otherwise;
  return neighbours.reduce((sum, cell) => sum + cell.order, 0) / neighbours.length;
}

function straighten(layers: readonly Cell[][]): void {
  for (const layer of layers) settle(layer, layer.map(() => 0));
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const onward = sweep % 2 === 1;
    for (const layer of onward ? layers : layers.toReversed()) {
      settle(layer, layer.map((cell) => wish(cell, onward)));
    }
  }
}

function wish(cell: Cell, onward: boolean): number {
  const near = onward ? cell.inputs : cell.readers;
  const all = near.length > 0 ? near : onward ? cell.readers : cell.inputs;
  if (all.length === 0) return cell.y;
  return all.reduce((sum, other) => sum + other.y, 0) / all.length;
}

/** Sets the centres as near to the wishes as the order and the heights allow. */
function settle(layer: readonly Cell[], wishes: readonly number[]): void {
  const centres = spread(wishes, layer.map((cell) => cell.height + (cell.width === 0 ? 2 : ROW_GAP)));
  layer.forEach((cell, index) => {
    cell.y = centres[index] ?? 0;
  });
}

/** Places in the given order, each `rooms[i]` high and none overlapping, as near to the wishes as can be. */
export function spread(wishes: readonly number[], rooms: readonly number[]): number[] {
  // Once the room before each cell is subtracted, places must only not decrease: neighbours that would are put at their
  // average.
  const groups: { sum: number; count: number }[] = [];
  const offsets: number[] = [];
  let offset = 0;
  wishes.forEach((wish, index) => {
    const room = rooms[index] ?? 0;
    offsets.push(offset + room / 2);
    let group = { sum: wish - offset - room / 2, count: 1 };
    offset += room;
    for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  });
  const places: number[] = [];
  for (const group of groups) {
    for (let at = 0; at < group.count; ++at) places.push(group.sum / group.count + (offsets[places.length] ?? 0));
  }
  return places;
}

function place(
  cells: ReadonlyMap<string, Cell>,
  layers: readonly Cell[][],
  links: readonly Link[],
  forward: readonly Link[],
  lanes: readonly Cell[][],
): Layout {
  let top = Infinity;
  let bottom = -Infinity;
  for (const cell of cells.values()) {
    top = Math.min(top, cell.y - cell.height / 2);
    bottom = Math.max(bottom, cell.y + cell.height / 2);
  }
  for (const lane of lanes.flat()) {
    top = Math.min(top, lane.y);
    bottom = Math.max(bottom, lane.y);
  }
  const lefts: number[] = [];
  const widths: number[] = [];
  let width = 0;
  for (const layer of layers) {
    lefts.push(width);
    widths.push(Math.max(0, ...layer.map((cell) => cell.width)));
    width += (widths.at(-1) ?? 0) + LAYER_GAP;
  }
  const places = new Map<string, Point>();
  for (const [id, cell] of cells) places.set(id, { x: lefts[cell.layer] ?? 0, y: cell.y - cell.height / 2 - top });

  // An edge crosses a layer at one height, from its left side to its right.
  const bendsOf = (lane: readonly Cell[]): Point[] =>
    lane.flatMap((cell) => {
      const left = lefts[cell.layer] ?? 0;
      const y = cell.y - top;
      return [{ x: left, y }, { x: left + (widths[cell.layer] ?? 0), y }];
    });
  const found = new Map(forward.map((link, index) => [`${link.from}\n${link.to}`, lanes[index] ?? []]));
  const bends = links.map(({ from, to }) => {
    const straight = found.get(`${from}\n${to}`);
    if (straight) return bendsOf(straight);
    return bendsOf(found.get(`${to}\n${from}`) ?? []).reverse();
  });
  return {
    places,
    bends,
    width: Math.max(0, width - LAYER_GAP),
    height: cells.size === 0 ? 0 : bottom - top,
  };
}
