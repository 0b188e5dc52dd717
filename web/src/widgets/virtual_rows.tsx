// A list of any length of which only the visible rows exist. Rows are of one height. What is seen stands
// still in the scrolled box and is drawn anew for each place of the bar.
import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

import { LongScroll } from "./long_scroll";
import "./virtual_rows.css";

interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  label: string;
  /** Makes the row; called for visible rows only, and again when it is another function. */
  row: (index: number) => ComponentChildren;
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

const OVERSCAN = 4;
/** After the last scrolling, the bar of a long list is put where it belongs. */
const SETTLE_MS = 150;

export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, label, row, onVisible, focus, role = "list", header, width, list } = props;
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const scroll = useRef<LongScroll | null>(null);
  scroll.current ??= new LongScroll();
  const place = scroll.current;
  const [size, setSize] = useState({ viewport: 600, head: 0 });
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const above = head.current?.offsetHeight ?? 0;
      setSize((old) => {
        const viewport = Math.max(0, element.clientHeight - above);
        return old.viewport === viewport && old.head === above ? old : { viewport, head: above };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const frame = useRef(0);
  const timer = useRef(0);
  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (Math.abs(element.scrollTop - place.bar) > 1) element.scrollTop = place.bar;
    place.settled(element.scrollTop);
  }, [place]);
  const onScroll = useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      if (!box.current) return;
      place.scrolled(box.current.scrollTop);
      if (place.astray) settle();
      clearTimeout(timer.current);
      timer.current = window.setTimeout(settle, SETTLE_MS);
      redraw(0);
    });
  }, [place, settle]);
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

  // Near rows come by a small move, far ones a third below the top, where their neighbours show too.
  useLayoutEffect(() => {
    if (focus === null || focus === undefined || focus < 0 || focus >= count) return;
    const top = focus * rowHeight;
    const lowest = top + rowHeight - size.viewport;
    if (top >= place.offset && lowest <= place.offset) return;
    if (top < place.offset) place.moveTo(top > place.offset - size.viewport ? top : top - size.viewport / 3);
    else place.moveTo(lowest < place.offset + size.viewport ? lowest : top - size.viewport / 3);
    settle();
    redraw(0);
  }, [focus, list, focus !== null && focus !== undefined && focus < count, size.viewport]);

  place.resize(count * rowHeight, size.viewport);
  const begin = Math.max(0, Math.floor(place.offset / rowHeight) - OVERSCAN);
  const end = Math.min(count, Math.ceil((place.offset + size.viewport) / rowHeight) + OVERSCAN);

  useEffect(() => onVisible?.(begin, end), [begin, end, onVisible]);

  // Rows that stay are the same objects, so that nothing is compared; those that come take the elements of
  // those that go.
  const made = useRef<{ row: typeof row; rows: Map<number, VNode> }>({ row, rows: new Map() });
  const slots = Math.ceil((Math.ceil(size.viewport / rowHeight) + 2 + 2 * OVERSCAN) / 16) * 16;
  const rows = new Map<number, VNode>();
  for (let index = begin; index < end; ++index) {
    const kept = made.current.row === row ? made.current.rows.get(index) : undefined;
    const key = index % slots;
    rows.set(index, kept && kept.key === key ? kept : <div class="virtual-row" key={key}>{row(index)}</div>);
  }
  made.current = { row, rows };

  return (
    <div class="virtual-rows" ref={box} role={role} aria-label={label} tabIndex={0} onScroll={onScroll}
      aria-rowcount={role === "grid" ? count + (header ? 1 : 0) : undefined}
      style={{ "--row-height": `${rowHeight}px` }}>
      {header && <div class="virtual-head" ref={head} style={{ minWidth: width === undefined ? undefined : `${width}px` }}>{header}</div>}
      <div class="virtual-track" style={{ height: `${place.track}px`, minWidth: width === undefined ? undefined : `${width}px` }}>
        <div class="virtual-pane" style={{ top: `${size.head}px`, height: `${Math.min(size.viewport, place.track)}px` }}>
          <div style={{ transform: `translateY(${begin * rowHeight - place.offset}px)` }}>{[...rows.values()]}</div>
        </div>
      </div>
    </div>
  );
}
