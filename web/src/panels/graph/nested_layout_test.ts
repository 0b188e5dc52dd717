import { expect, it } from "vitest";

import type { Edge, Node } from "../../protocol/messages";
import { curve, nestedLayout } from "./nested_layout";

function node(id: string, parent: string | null = null): Node {
  return {
    id, parent, kind: "op", label: id, name: id, op: null, op_type: "", graph: "", device: "", ops: 1, worst: null,
    event: null, inputs: 0, readers: 0, open: false,
  };
}

function edge(from: string, to: string): Edge {
  return { from, to, slot: 0, control: false, count: 1 };
}

it("draws what is in a scope inside of it", () => {
  const nodes = [node("x"), node("dense"), node("matmul", "dense"), node("relu", "dense"), node("y")];
  const edges = [edge("x", "matmul"), edge("matmul", "relu"), edge("relu", "y")];
  const { areas, routes } = nestedLayout(nodes, edges, () => 80, 26);
  const dense = areas.get("dense");
  if (!dense) throw new Error("no scope");
  for (const id of ["matmul", "relu"]) {
    const area = areas.get(id);
    if (!area) throw new Error(id);
    expect(area.x).toBeGreaterThan(dense.x);
    expect(area.x + area.width).toBeLessThan(dense.x + dense.width);
    expect(area.y + area.height).toBeLessThan(dense.y + dense.height);
  }
  expect(areas.get("x")?.x).toBeLessThan(dense.x);
  expect(areas.get("y")?.x).toBeGreaterThan(dense.x + dense.width);
  const into = routes.get(edges[0] as Edge);
  expect(into?.at(-1)?.x).toBe(areas.get("matmul")?.x);
});

it("takes a scope of which nothing is known for none", () => {
  const { areas } = nestedLayout([node("a", "gone")], [], () => 80, 26);
  expect(areas.get("a")).toMatchObject({ x: 0, y: 0 });
});

it("draws straight lines where nothing bends", () => {
  expect(curve([{ x: 0, y: 5 }, { x: 40, y: 5 }])).toBe("M0 5L40 5");
  expect(curve([{ x: 0, y: 0 }, { x: 40, y: 20 }])).toBe("M0 0C20 0 20 20 40 20");
});
