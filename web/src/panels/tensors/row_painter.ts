// Writes rows into elements by hand: a table that is scrolled fast has no time for more.
import { render } from "preact";

import type { TensorRow } from "../../protocol/messages";
import type { Column } from "./columns";

const WIDEST_SIGN_PX = 7.5;
const PADDING_PX = 16;

interface Written {
  /** Inside of the element that is moved about: the style of the row itself then stays as it is. */
  row: HTMLElement;
  /** The choice of columns. */
  shape: string;
  cells: HTMLElement[];
  texts: string[];
}

const written = new WeakMap<HTMLElement, Written>();

export interface RowLook {
  index: number;
  /** undefined: it has not come yet, all cells are empty. */
  data: TensorRow | undefined;
  /** Where the keys are. */
  here: boolean;
  chosen: boolean;
}

/** `shape` tells one choice of columns from another. */
export function paintRow(element: HTMLElement, columns: readonly Column[], shape: string, { index, data, here, chosen }: RowLook): void {
  let old = written.get(element);
  if (old?.shape !== shape) {
    old = { row: document.createElement("div"), shape, cells: columns.map(newCell), texts: columns.map(() => "") };
    old.row.role = "row";
    old.row.append(...old.cells);
    element.replaceChildren(old.row);
    written.set(element, old);
  }
  const { row, cells, texts } = old;
  const look = `tensors-row${data ? "" : " tensors-waiting"}${here ? " tensors-cursor" : ""}${chosen ? " tensors-selected" : ""}`;
  if (row.className !== look) row.className = look;
  if (row.ariaSelected !== `${chosen}`) row.ariaSelected = `${chosen}`;
  row.ariaRowIndex = `${index + 2}`;
  for (const [at, column] of columns.entries()) {
    const cell = cells[at];
    const text = data ? column.text(data) : "";
    if (!cell || texts[at] === text) continue;
    texts[at] = text;
    if (column.signs) render(data && text !== "" ? column.signs(data) : null, cell);
    else if (cell.firstChild) cell.firstChild.nodeValue = text;
    // Only what may be too long is cut: each cut costs the browser time in every frame.
    cell.classList.toggle("tensors-cut", text.length * WIDEST_SIGN_PX + PADDING_PX > column.width && !column.signs);
  }
}

function newCell(column: Column): HTMLElement {
  const cell = document.createElement("span");
  cell.role = "gridcell";
  cell.className = `tensors-cell${column.right ? " tensors-right" : ""}${column.mono ? " mono" : ""}${column.signs ? " tensors-signs" : ""}`;
  if (!column.signs) cell.append("");
  return cell;
}
