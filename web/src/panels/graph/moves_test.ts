import { expect, it } from "vitest";

import type { Edge } from "../../protocol/messages";
import { nodeTowards } from "./moves";

const area = (x: number, y: number) => ({ x, y, width: 80, height: 26 });
const AREAS = new Map([["a", area(0, 0)], ["b", area(0, 40)], ["c", area(120, 0)], ["d", area(120, 80)], ["e", area(240, 40)]]);
const EDGES: Edge[] = [["a", "c"], ["a", "d"], ["b", "d"], ["c", "e"], ["d", "e"]].map(([from = "", to = ""]) => ({ from, to, slot: 0, control: false, count: 1 }));

it.each([
  ["right", "a", "c"],
  ["right", "b", "d"],
  ["left", "d", "b"],
  ["left", "a", null],
  ["down", "a", "b"],
  ["up", "b", "a"],
  ["down", "c", "d"],
  ["up", "a", null],
  ["right", "nobody", null],
] as const)("%s of %s is %s", (way, from, to) => expect(nodeTowards(way, from, AREAS, EDGES)).toBe(to));
