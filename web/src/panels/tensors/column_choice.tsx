// Which columns the user wants and how wide; remembered by the browser.
import { signal } from "@preact/signals";

import { DropDown } from "../../widgets/drop_down";
import { COLUMNS, type Column } from "./columns";

interface Choice {
  shown: string[];
  widths: Record<string, number>;
}

const STORED = "tensors.columns";
const NARROWEST = 28;

const choice = signal<Choice>(remembered());

function remembered(): Choice {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "") as Partial<Choice>;
    if (Array.isArray(stored.shown) && typeof stored.widths === "object") return { shown: stored.shown, widths: stored.widths };
  } catch {
    // Nothing was stored, or something else: the usual columns.
  }
  return usual();
}

function usual(): Choice {
  return { shown: COLUMNS.filter((column) => column.usual).map((column) => column.key), widths: {} };
}

function choose(next: Choice): void {
  choice.value = next;
  localStorage.setItem(STORED, JSON.stringify(next));
}

export function shownColumns(): Column[] {
  const { shown, widths } = choice.value;
  return COLUMNS.filter((column) => shown.includes(column.key)).map((column) => ({
    ...column,
    width: widths[column.key] ?? column.width,
  }));
}

export function setWidth(key: string, width: number): void {
  choose({ ...choice.peek(), widths: { ...choice.peek().widths, [key]: Math.max(NARROWEST, Math.round(width)) } });
}

export function ColumnMenu() {
  const { shown, widths } = choice.value;
  return (
    <DropDown label="Columns" align="right">
      {() => (
        <>
          {COLUMNS.map((column) => (
            <label class="drop-down-item" key={column.key}>
              <input type="checkbox" checked={shown.includes(column.key)} disabled={column.key === "name"}
                onChange={(event) => choose({
                  widths,
                  shown: event.currentTarget.checked ? [...shown, column.key] : shown.filter((key) => key !== column.key),
                })} />
              {column.heading || column.meaning}
            </label>
          ))}
          <hr class="drop-down-rule" />
          <button type="button" class="drop-down-item" onClick={() => choose(usual())}>Back to the usual columns</button>
        </>
      )}
    </DropDown>
  );
}
