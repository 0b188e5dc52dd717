// Rows and columns of any number, of which only the visible cells exist, with headings that stay.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

import { LongScroll } from "./long_scroll";
import { useMeasured } from "./measured";
import "./virtual_grid.css";

export interface CellLook {
  text: string;
  class?: string;
}

export interface GridWindow {
  rows: [number, number];
  columns: [number, number];
}

interface VirtualGridProps {
  rows: number;
  columns: number;
  rowHeight: number;
  columnWidth: number;
  /** Of the row headings. */
  headWidth: number;
  label: string;
  corner?: ComponentChildren;
  cell: (row: number, column: number) => CellLook;
  rowHead: (row: number) => string;
  columnHead: (column: number) => string;
  onVisible: (window: GridWindow) => void;
  /** The cell that arrow keys move; scrolled into sight when it changes. */
  cursor: readonly [number, number] | null;
  onCursor: (row: number, column: number) => void;
}

const HEAD_HEIGHT = 24;

export function VirtualGrid(props: VirtualGridProps) {
  const { rows, columns, rowHeight, columnWidth, headWidth, label, corner, cell, cursor, onCursor, onVisible } = props;
  const box = useRef<HTMLDivElement>(null);
  const places = useRef<[LongScroll, LongScroll] | null>(null);
  places.current ??= [new LongScroll(), new LongScroll()];
  const [down, across] = places.current;
  const [size, setSize] = useState({ width: 600, height: 300 });
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);

  useMeasured(() => box.current, (element) => setSize({
    width: Math.max(0, element.clientWidth - headWidth),
    height: Math.max(0, element.clientHeight - HEAD_HEIGHT),
  }), [headWidth]);

  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = down.bar;
    element.scrollLeft = across.bar;
    down.settled(element.scrollTop);
    across.settled(element.scrollLeft);
  }, [down, across]);
  const frame = useRef(0);
  const onScroll = useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      if (!box.current) return;
      down.scrolled(box.current.scrollTop);
      across.scrolled(box.current.scrollLeft);
      if (down.astray || across.astray) settle();
      redraw(0);
    });
  }, [down, across, settle]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  down.resize(rows * rowHeight, size.height);
  across.resize(columns * columnWidth, size.width);

  useLayoutEffect(() => {
    if (cursor === null) return;
    intoSight(down, cursor[0] * rowHeight, rowHeight, size.height);
    intoSight(across, cursor[1] * columnWidth, columnWidth, size.width);
    settle();
    redraw(0);
  }, [cursor?.[0], cursor?.[1], rows, columns]);

  const [firstRow, lastRow] = visible(down.offset, size.height, rowHeight, rows);
  const [firstColumn, lastColumn] = visible(across.offset, size.width, columnWidth, columns);
  useEffect(
    () => onVisible({ rows: [firstRow, lastRow], columns: [firstColumn, lastColumn] }),
    [firstRow, lastRow, firstColumn, lastColumn, onVisible],
  );

  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(size.height / rowHeight) - 1);
    const [row, column] = cursor ?? [firstRow, firstColumn];
    const next = nextCell(event, row, column, page, rows, columns);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onCursor(...next);
  };
  const onClick = (event: MouseEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (!area) return;
    const row = Math.floor((event.clientY - area.top - HEAD_HEIGHT + down.offset) / rowHeight);
    const column = Math.floor((event.clientX - area.left - headWidth + across.offset) / columnWidth);
    if (row >= 0 && row < rows && column >= 0 && column < columns) onCursor(row, column);
  };

  const shiftX = firstColumn * columnWidth - across.offset;
  const shiftY = firstRow * rowHeight - down.offset;
  const headings = [];
  for (let column = firstColumn; column < lastColumn; ++column) {
    headings.push(
      <span class={`grid-heading${cursor?.[1] === column ? " grid-here" : ""}`} role="columnheader" key={column - firstColumn}>
        {props.columnHead(column)}
      </span>,
    );
  }
  const lines = [];
  const heads = [];
  for (let row = firstRow; row < lastRow; ++row) {
    const cells = [];
    for (let column = firstColumn; column < lastColumn; ++column) {
      const look = cell(row, column);
      const here = cursor !== null && cursor[0] === row && cursor[1] === column;
      cells.push(
        <span class={`grid-cell ${look.class ?? ""}${here ? " grid-cursor" : ""}`} role="gridcell"
          aria-selected={here ? "true" : undefined} key={column - firstColumn}>
          {look.text}
        </span>,
      );
    }
    heads.push(
      <div class={`grid-rowhead${cursor?.[0] === row ? " grid-here" : ""}`} aria-hidden="true" key={row - firstRow}>
        {props.rowHead(row)}
      </div>,
    );
    lines.push(
      <div class="grid-row" role="row" aria-rowindex={row + 2} aria-label={props.rowHead(row)} key={row - firstRow}>{cells}</div>,
    );
  }
  return (
    <div class="grid-box" ref={box} role="grid" aria-label={label} tabIndex={0} aria-rowcount={rows + 1}
      aria-colcount={columns} onScroll={onScroll} onKeyDown={onKey} onClick={onClick}
      style={{ "--row-height": `${rowHeight}px`, "--column-width": `${columnWidth}px`, "--head-width": `${headWidth}px` }}>
      <div style={{ width: `${across.track + headWidth}px`, height: `${down.track + HEAD_HEIGHT}px` }}>
        <div class="grid-pane" style={{
          width: `${Math.min(size.width, across.track) + headWidth}px`,
          height: `${Math.min(size.height, down.track) + HEAD_HEIGHT}px`,
        }}>
          <div class="grid-corner">{corner}</div>
          <div class="grid-headings" role="row" aria-rowindex={1}>
            <div class="grid-row" role="presentation" style={{ transform: `translateX(${shiftX}px)` }}>{headings}</div>
          </div>
          <div class="grid-heads"><div style={{ transform: `translateY(${shiftY}px)` }}>{heads}</div></div>
          <div class="grid-cells" role="rowgroup">
            <div role="presentation" style={{ transform: `translate(${shiftX}px, ${shiftY}px)` }}>{lines}</div>
          </div>
        </div>
      </div>
    </div>
  );
}

function visible(offset: number, size: number, each: number, count: number): [number, number] {
  return [Math.floor(offset / each), Math.min(count, Math.ceil((offset + size) / each) + 1)];
}

function intoSight(place: LongScroll, begin: number, length: number, size: number): void {
  if (begin < place.offset) place.moveTo(begin < place.offset - size ? begin - size / 3 : begin);
  else if (begin + length > place.offset + size) {
    place.moveTo(begin > place.offset + 2 * size ? begin - size / 3 : begin + length - size);
  }
}

function nextCell(
  event: KeyboardEvent, row: number, column: number, page: number, rows: number, columns: number,
): [number, number] | null {
  const to = (nextRow: number, nextColumn: number): [number, number] => [
    Math.max(0, Math.min(rows - 1, nextRow)),
    Math.max(0, Math.min(columns - 1, nextColumn)),
  ];
  switch (event.key) {
    case "ArrowUp": return to(row - 1, column);
    case "ArrowDown": return to(row + 1, column);
    case "ArrowLeft": return to(row, column - 1);
    case "ArrowRight": return to(row, column + 1);
    case "PageUp": return to(row - page, column);
    case "PageDown": return to(row + page, column);
    case "Home": return event.ctrlKey ? to(0, 0) : to(row, 0);
    case "End": return event.ctrlKey ? to(rows - 1, columns - 1) : to(row, columns - 1);
    default: return null;
  }
}
