import { describe, expect, it } from "vitest";

import { assignLayers, layeredLayout, spread, type Box, type Link } from "./layered_layout";

const box = (id: string, width = 80, height = 26): Box => ({ id, width, height });
const links = (...texts: string[]): Link[] =>
  texts.map((text) => {
    const [from = "", to = ""] = text.split(">");
    return { from, to };
  });

describe("assignLayers", () => {
  it("takes the longest way", () => {
    const layers = assignLayers(["a", "b", "c", "d"], links("a>b", "b>c", "a>c", "c>d"));
    expect(Object.fromEntries(layers)).toEqual({ a: 0, b: 1, c: 2, d: 3 });
  });
  it("puts what reads nothing just before its first reader", () => {
    const layers = assignLayers(["a", "b", "c", "constant"], links("a>b", "b>c", "constant>c"));
    expect(layers.get("constant")).toBe(1);
  });
});

describe("spread", () => {
  it("leaves alone what does not overlap", () => {
    expect(spread([0, 100], [10, 10])).toEqual([0, 100]);
  });
  it("moves what overlaps apart by the same", () => {
    expect(spread([50, 50], [10, 10])).toEqual([45, 55]);
  });
  it("keeps the order", () => {
    const places = spread([30, 10, 20], [10, 10, 10]);
    expect(places).toEqual([10, 20, 30]);
  });
});

describe("layeredLayout", () => {
  it("draws from left to right", () => {
    const { places } = layeredLayout([box("a"), box("b"), box("c")], links("a>b", "b>c"));
    expect(places.get("a")?.x).toBeLessThan(places.get("b")?.x ?? 0);
    expect(places.get("b")?.x).toBeLessThan(places.get("c")?.x ?? 0);
    expect(places.get("a")?.y).toBe(places.get("c")?.y);
  });

  it("lets no boxes overlap and stays within its size", () => {
    const boxes = Array.from({ length: 60 }, (_, index) => box(`${index}`, 40 + (index % 5) * 20));
    const some = Array.from({ length: 120 }, (_, index) => ({ from: `${(index * 7) % 60}`, to: `${(index * 13 + 5) % 60}` }));
    const { places, width, height } = layeredLayout(boxes, some);
    const areas = boxes.map((each) => ({ ...each, ...(places.get(each.id) ?? { x: NaN, y: NaN }) }));
    for (const a of areas) {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.y).toBeGreaterThanOrEqual(-1e-9);
      expect(a.x + a.width).toBeLessThanOrEqual(width + 1e-9);
      expect(a.y + a.height).toBeLessThanOrEqual(height + 1e-9);
      for (const b of areas) {
        if (a === b) continue;
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y + 1e-9 || b.y + b.height <= a.y + 1e-9;
        expect(apart).toBe(true);
      }
    }
  });

  it("untangles a ladder", () => {
    const boxes = ["a", "b", "c", "x", "y", "z"].map((id) => box(id));
    const { places } = layeredLayout(boxes, links("a>z", "b>y", "c>x"));
    const y = (id: string) => places.get(id)?.y ?? NaN;
    expect(y("a") < y("b")).toBe(y("z") < y("y"));
    expect(y("b") < y("c")).toBe(y("y") < y("x"));
  });

  it("bends an edge around the layers that it passes", () => {
    const drawn = links("a>b", "b>c", "a>c");
    const { bends } = layeredLayout([box("a"), box("b"), box("c")], drawn);
    expect(bends.map((points) => points.length)).toEqual([0, 0, 2]);
  });

  it("puts boxes without edges below, in rows", () => {
    const loners = Array.from({ length: 12 }, (_, index) => box(`loner ${index}`));
    const { places, height } = layeredLayout([box("a"), box("b"), ...loners], links("a>b"));
    const rows = new Set(loners.map(({ id }) => places.get(id)?.y));
    expect(rows.size).toBeGreaterThan(1);
    expect(Math.min(...[...rows].map(Number))).toBeGreaterThan((places.get("a")?.y ?? NaN) + 26);
    expect(Math.max(...[...rows].map(Number)) + 26).toBe(height);
  });

  it("copes with circles, loops, strangers and nothing", () => {
    expect(layeredLayout([], []).width).toBe(0);
    const { places, bends } = layeredLayout([box("a"), box("b")], links("a>b", "b>a", "a>a", "a>nobody"));
    expect(places.size).toBe(2);
    expect(bends.length).toBe(4);
  });

  it("places each of 500 boxes", () => {
    const boxes = Array.from({ length: 500 }, (_, index) => box(`${index}`));
    const chain = boxes.slice(1).map((each, index) => ({ from: `${Math.floor(index * 0.8)}`, to: each.id }));
    const far = Array.from({ length: 400 }, (_, index) => ({ from: `${index}`, to: `${Math.min(499, index + 1 + ((index * 31) % 40))}` }));
    const { places } = layeredLayout(boxes, [...chain, ...far]);
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(500);
  });
});
