// Cells of an answer as rows and columns, whichever way they came.
import type { Value } from "../../protocol/messages";
import { cellsOf } from "./element";

export interface Grid {
  rows: number;
  columns: number;
  /** How many elements of the part lie from one cell to the next. */
  rowStride: number;
  columnStride: number;
  /** NaN where elements are no numbers. */
  number: (row: number, column: number) => number;
  /** As numpy prints it; "" where there were too many to print. */
  text: (row: number, column: number) => string;
  numeric: boolean;
}

/** Of an answer with at most two axes; `turned` where columns come before rows. One axis is one row. */
export function gridOf(value: Value, turned: boolean): Grid {
  const shown = value.shown.length < 2 ? [1, value.shown[0] ?? 1] : value.shown;
  const strides = value.strides.length < 2 ? [1, value.strides[0] ?? 1] : value.strides;
  const [first = 1, second = 1] = shown;
  const [firstStride = 1, secondStride = 1] = strides;
  const cells = cellsOf(value);
  const place = (row: number, column: number) => (turned ? column * second + row : row * second + column);
  return {
    rows: turned ? second : first,
    columns: turned ? first : second,
    rowStride: turned ? secondStride : firstStride,
    columnStride: turned ? firstStride : secondStride,
    number: (row, column) => cells?.[place(row, column)] ?? NaN,
    text: (row, column) => value.texts[place(row, column)] ?? "",
    numeric: cells !== null,
  };
}
