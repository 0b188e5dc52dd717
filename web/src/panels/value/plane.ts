// The two axes of a part that are seen at once, and where one stands on the others.
import { fixed, openAxes, viewShape, type Part } from "./slice";

/** Axes are counted among those that the part still has. */
export interface Plane {
  /** null where the part has fewer than two. */
  rows: number | null;
  /** null where it has none. */
  columns: number | null;
  /** A place on each axis; of rows and columns it means nothing. */
  at: number[];
}

/** "0,2,5": rows, columns, and the places on the others in turn. The last two axes where it says nothing usable. */
export function planeOf(text: string, part: Part): Plane {
  const shape = viewShape(part);
  const rank = shape.length;
  const said = /^\d+(,\d+)*$/.test(text) ? text.split(",").map(Number) : [];
  let [rows = -1, columns = -1] = said;
  if (rows >= rank || columns >= rank || rows === columns || rank < 3) [rows, columns] = [rank - 2, rank - 1];
  const others = said.slice(2);
  const at = shape.map((length, axis) =>
    axis === rows || axis === columns ? 0 : Math.max(0, Math.min(length - 1, others.shift() ?? 0)));
  return { rows: rows < 0 ? null : rows, columns: columns < 0 ? null : columns, at };
}

export function planeText(plane: Plane): string {
  return [plane.rows, plane.columns, ...otherAxes(plane).map((axis) => plane.at[axis])].join(",");
}

export function otherAxes(plane: Plane): number[] {
  return plane.at.flatMap((_, axis) => (axis === plane.rows || axis === plane.columns ? [] : [axis]));
}

/** The part that the plane shows; of its axes, rows and columns are left. */
export function planePart(part: Part, plane: Plane): Part {
  const axes = openAxes(part);
  return otherAxes(plane).reduce((rest, axis) => fixed(rest, axes[axis] ?? -1, plane.at[axis] ?? 0), part);
}

/** Whether cells come with columns before rows. */
export function isTurned(plane: Plane): boolean {
  return plane.rows !== null && plane.columns !== null && plane.rows > plane.columns;
}
