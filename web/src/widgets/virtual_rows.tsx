// A list of any length of which only the visible rows exist. Rows are of one height. The scroll bar of a
// browser ends at some ten million pixels, so in long lists a pixel of it stands for several rows' worth.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import "./virtual_rows.css";

interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  label: string;
  /** Makes the row; called for visible rows only. */
  row: (index: number) => ComponentChildren;
  /** Called with what is visible, for those who fetch rows. */
  onVisible?: (begin: number, end: number) => void;
  /** Scrolled into sight whenever it changes. */
  focus?: number | null;
  role?: "list" | "rowgroup" | "listbox" | "tree";
}

const LONGEST_PX = 8_000_000;
const OVERSCAN = 6;

export function VirtualRows({ count, rowHeight, label, row, onVisible, focus, role = "list" }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, []);

  const whole = count * rowHeight;
  const track = Math.min(whole, LONGEST_PX);
  const ratio = scale(whole, track, height);
  const first = Math.min((top * ratio) / rowHeight, Math.max(0, count - height / rowHeight));
  const begin = Math.max(0, Math.floor(first) - OVERSCAN);
  const end = Math.min(count, Math.ceil(first + height / rowHeight) + OVERSCAN);

  useEffect(() => onVisible?.(begin, end), [begin, end, onVisible]);

  useEffect(() => {
    const element = box.current;
    if (!element || focus === null || focus === undefined || focus < 0 || focus >= count) return;
    const visible = focus >= first && focus + 1 <= first + height / rowHeight;
    if (visible) return;
    element.scrollTop = Math.max(0, (focus - height / rowHeight / 3) * rowHeight) / ratio;
  }, [focus, count]);

  const rows = [];
  for (let index = begin; index < end; ++index) {
    rows.push(
      <div class="virtual-row" key={index} style={{ height: rowHeight, transform: `translateY(${top + (index - first) * rowHeight}px)` }}>
        {row(index)}
      </div>,
    );
  }
  return (
    <div class="virtual-rows" ref={box} role={role} aria-label={label} tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <div class="virtual-track" style={{ height: track }}>{rows}</div>
    </div>
  );
}

/** Pixels of the list for a pixel of the scroll bar. */
function scale(whole: number, track: number, height: number): number {
  return track <= height || whole <= track ? 1 : (whole - height) / (track - height);
}
