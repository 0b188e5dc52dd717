// The cards that are open, as the URL says: event=12,40 and, a card after the other and apart by semicolons,
// show (which view), slice and plane.
import type { Changes } from "../../engine/place";

export const VIEWS = ["table", "heat", "histogram", "line", "time"] as const;
export type ViewName = (typeof VIEWS)[number];

export interface CardState {
  event: number;
  /** null: whatever fits the tensor. */
  show: ViewName | null;
  slice: string;
  plane: string;
}

export function cardsOf(text: (name: string) => string | null): CardState[] {
  const lists = ["show", "slice", "plane"].map((name) => (text(name) ?? "").split(";"));
  const events = (text("event") ?? "").split(",").filter((event) => /^\d+$/.test(event));
  return events.map((event, at) => ({
    event: Number(event),
    show: VIEWS.find((view) => view === lists[0]?.[at]) ?? null,
    slice: lists[1]?.[at] ?? "",
    plane: lists[2]?.[at] ?? "",
  }));
}

/** The parameters that say so. */
export function placeOf(cards: readonly CardState[]): Changes {
  const list = (texts: string[]) => (texts.every((text) => text === "") ? null : texts.join(";"));
  return {
    event: cards.map((card) => card.event).join(",") || null,
    show: list(cards.map((card) => card.show ?? "")),
    slice: list(cards.map((card) => card.slice)),
    plane: list(cards.map((card) => card.plane)),
  };
}
