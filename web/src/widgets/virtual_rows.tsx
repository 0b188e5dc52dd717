// A list of any length of which only the visible rows exist. Rows are of one height. What is seen stands
// still in the scrolled box and is drawn anew for each place of the bar.
import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";

import { LongScroll } from "./long_scroll";
import { useMeasured } from "./measured";
import { RowSheet } from "./row_sheet";
import "./virtual_rows.css";

interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  label: string;
  /** Makes the row; called for visible rows only, and again when it is another function. */
  row?: (index: number) => ComponentChildren;
  /** Instead of `row`, where every millisecond of scrolling counts: writes the row into an element by itself,
      which may have held another row. Called as `row` is. */
  paint?: (element: HTMLElement, index: number) => void;
  /** Called with what is visible, for those who fetch rows. */
  onVisible?: (begin: number, end: number) => void;
  /** Scrolled into sight whenever it changes. */
  focus?: number | null;
  role?: "list" | "rowgroup" | "listbox" | "tree" | "grid";
  /** Stands above the rows and scrolls sideways with them. */
  header?: ComponentChildren;
  /** Of the rows, in pixels, where they may be wider than the box. */
  width?: number;
  /** Which list this is: another one starts at its top. */
  list?: string;
}

const OVERSCAN = 1;
/** After the last scrolling, the bar of a long list is put where it belongs. */
const SETTLE_MS = 150;

export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, label, row, focus, role = "list", header, width, list } = props;
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const sheetElement = useRef<HTMLDivElement>(null);
  const place = useMemo(() => new LongScroll(), []);
  const sheet = useMemo(() => new RowSheet(), []);
  const [size, setSize] = useState({ viewport: 600, head: 0 });
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const latest = useRef(props);
  latest.current = props;

  useMeasured(() => box.current, (element) => {
    const above = head.current?.offsetHeight ?? 0;
    const viewport = Math.max(0, element.clientHeight - above);
    setSize((old) => (old.viewport === viewport && old.head === above ? old : { viewport, head: above }));
  });

  place.resize(count * rowHeight, size.viewport);
  const begin = Math.max(0, Math.floor(place.offset / rowHeight) - OVERSCAN);
  const end = Math.min(count, Math.ceil((place.offset + size.viewport) / rowHeight) + OVERSCAN);
  const slots = Math.ceil((Math.ceil(size.viewport / rowHeight) + 2 + 2 * OVERSCAN) / 4) * 4;

  const seen = useRef<[number, number] | null>(null);
  /** Writes what is visible now, past the framework. */
  const write = useCallback(() => {
    const now = latest.current;
    if (!sheetElement.current || !now.paint) return;
    const first = Math.max(0, Math.floor(place.offset / now.rowHeight) - OVERSCAN);
    const last = Math.min(now.count, first + sheetElement.current.children.length,
      Math.ceil((place.offset + place.viewport) / now.rowHeight) + OVERSCAN);
    sheet.write(sheetElement.current, now.paint, [first, last], now.count, now.rowHeight, place.offset);
    if (seen.current?.[0] === first && seen.current[1] === last) return;
    seen.current = [first, last];
    now.onVisible?.(first, last);
  }, [place, sheet]);

  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (Math.abs(element.scrollTop - place.bar) > 1) element.scrollTop = place.bar;
    place.settled(element.scrollTop);
  }, [place]);
  const frame = useRef(0);
  const timer = useRef(0);
  const onScroll = useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      if (!box.current) return;
      place.scrolled(box.current.scrollTop);
      if (place.astray) settle();
      const show = () => (latest.current.paint ? write() : redraw(0));
      show();
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        settle();
        sheet.tidy();
        show();
      }, SETTLE_MS);
    });
  }, [place, sheet, settle, write]);
  useEffect(() => () => {
    cancelAnimationFrame(frame.current);
    clearTimeout(timer.current);
  }, []);

  useLayoutEffect(() => {
    if (place.offset === 0) return;
    place.moveTo(0);
    settle();
    redraw(0);
  }, [list]);

  // Near rows come by a small move, far ones a third below the top, where their neighbours show too. When the
  // box becomes lower, only what was in sight stays in sight.
  const present = focus !== null && focus !== undefined && focus >= 0 && focus < count;
  const before = useRef({ focus, list, present: false, viewport: size.viewport });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { focus, list, present, viewport: size.viewport };
    if (!present) return;
    const top = focus * rowHeight;
    const lowest = top + rowHeight - size.viewport;
    if (top >= place.offset && lowest <= place.offset) return;
    const same = old.focus === focus && old.list === list && old.present;
    if (same && (top < place.offset || top + rowHeight - old.viewport > place.offset)) return;
    if (top < place.offset) place.moveTo(top > place.offset - size.viewport ? top : top - size.viewport / 3);
    else place.moveTo(lowest < place.offset + size.viewport ? lowest : top - size.viewport / 3);
    settle();
    redraw(0);
  }, [focus, list, present, size.viewport]);

  useLayoutEffect(write);
  useEffect(() => {
    if (row) props.onVisible?.(begin, end);
    else if (seen.current) props.onVisible?.(...seen.current);
  }, [row ? begin : 0, row ? end : 0, props.onVisible]);

  let children: (VNode | null)[];
  if (row) children = sheet.make(row, slots, [begin, end], count, rowHeight);
  else children = Array.from({ length: slots }, (_, slot) => <div class="virtual-row" key={slot} />);
  const least = width === undefined ? undefined : `${width}px`;
  return (
    <div class="virtual-rows" ref={box} role={role} aria-label={label} tabIndex={0} onScroll={onScroll}
      aria-rowcount={role === "grid" ? count + (header ? 1 : 0) : undefined}
      style={{ "--row-height": `${rowHeight}px` }}>
      {header && <div class="virtual-head" ref={head} style={{ minWidth: least }}>{header}</div>}
      <div class="virtual-track" style={{ height: `${place.track}px`, minWidth: least }}>
        <div class="virtual-pane" style={{ top: `${size.head}px`, height: `${Math.min(size.viewport, place.track)}px` }}>
          <div class="virtual-sheet" ref={sheetElement} style={row && { transform: sheet.shift(begin, rowHeight, place.offset) }}>{children}</div>
        </div>
      </div>
    </div>
  );
}
