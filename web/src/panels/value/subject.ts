// What the views of a card show.
import type { Health } from "../../protocol/messages";
import type { Plane } from "./plane";
import type { Part } from "./slice";

export interface Subject {
  run: number;
  event: number;
  dtype: string;
  /** The slice that the user typed. */
  slice: string;
  part: Part;
  plane: Plane;
  /** Of the slice. */
  health: Health;
  /** The element that the user is at, among the part's; null: none. */
  cursor: number[] | null;
  onCursor: (index: number[]) => void;
}

/** The element of the part at a cell of the plane. */
export function elementAt(plane: Plane, row: number, column: number): number[] {
  return plane.at.map((at, axis) => (axis === plane.rows ? row : axis === plane.columns ? column : at));
}
