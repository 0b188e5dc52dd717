// Going through a picture with the arrow keys: along edges to the left and right, from box to box up and
// down.
import type { Edge } from "../../protocol/messages";
import type { Area } from "./nested_layout";

export type Way = "left" | "right" | "up" | "down";

export function nodeTowards(way: Way, from: string, areas: ReadonlyMap<string, Area>, edges: readonly Edge[]): string | null {
  const here = areas.get(from);
  if (!here) return null;
  const ids =
    way === "left" ? edges.filter((edge) => edge.to === from).map((edge) => edge.from)
    : way === "right" ? edges.filter((edge) => edge.from === from).map((edge) => edge.to)
    : [...areas.keys()].filter((id) => id !== from);
  let best: string | null = null;
  let nearest = Infinity;
  for (const id of ids) {
    const there = areas.get(id);
    if (!there) continue;
    const away = distance(way, here, there);
    if (away < nearest) {
      nearest = away;
      best = id;
    }
  }
  return best;
}

/** How far it is to a box in that direction; infinite for one that does not lie that way. */
function distance(way: Way, here: Area, there: Area): number {
  const down = there.y + there.height / 2 - here.y - here.height / 2;
  const right = there.x + there.width / 2 - here.x - here.width / 2;
  if (way === "left" || way === "right") return Math.abs(down) + Math.abs(right) / 100;
  const ahead = way === "down" ? down : -down;
  // What lies aside is far, unless nothing else is there.
  const overlaps = there.x < here.x + here.width && here.x < there.x + there.width;
  return ahead <= 0 ? Infinity : ahead + (overlaps ? 0 : Math.abs(right) * 4);
}
