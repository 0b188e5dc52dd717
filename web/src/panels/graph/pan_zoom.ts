// A drawing that is moved and zoomed by hand: wheel, drag and keys change a transform, and nothing is
// drawn anew for it.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Area } from "./nested_layout";

export interface View {
  x: number;
  y: number;
  scale: number;
}

const SMALLEST = 0.04;
const LARGEST = 3;
const MARGIN = 28;
const CLICK_PX = 4;

/** The same with another scale; the point of the drawing at (x, y) on the screen stays there. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

/** All of it in the middle of the box, not larger than life. */
export function fitted(width: number, height: number, box: { width: number; height: number }): View {
  const scale = Math.max(SMALLEST, Math.min(1, (box.width - 2 * MARGIN) / Math.max(1, width), (box.height - 2 * MARGIN) / Math.max(1, height)));
  return { scale, x: (box.width - width * scale) / 2, y: (box.height - height * scale) / 2 };
}

/** Moved, if need be, so that the area is in sight. */
export function revealed(view: View, area: Area, box: { width: number; height: number }): View {
  const push = (start: number, length: number, room: number) =>
    start < MARGIN ? MARGIN - start : start + length > room - MARGIN ? Math.max(MARGIN - start, room - MARGIN - start - length) : 0;
  return {
    scale: view.scale,
    x: view.x + push(view.x + area.x * view.scale, area.width * view.scale, box.width),
    y: view.y + push(view.y + area.y * view.scale, area.height * view.scale, box.height),
  };
}

export interface PanZoom {
  svg: RefObject<SVGSVGElement | null>;
  drawing: RefObject<SVGGElement | null>;
  view: () => View;
  show: (view: View) => void;
  box: () => { width: number; height: number };
  /** True while and just after the hand moved the drawing: what follows is no click. */
  dragged: () => boolean;
}

export function usePanZoom(): PanZoom {
  const svg = useRef<SVGSVGElement | null>(null);
  const drawing = useRef<SVGGElement | null>(null);
  const now = useRef<View>({ x: 0, y: 0, scale: 1 });
  const moved = useRef(false);

  const show = (view: View) => {
    now.current = view;
    drawing.current?.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  };
  const box = () => ({ width: svg.current?.clientWidth ?? 0, height: svg.current?.clientHeight ?? 0 });

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    let start: { x: number; y: number; view: View } | null = null;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const area = element.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        show({ ...now.current, x: now.current.x - (event.deltaX || event.deltaY) * lines });
        return;
      }
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
      show(zoomed(now.current, factor, event.clientX - area.left, event.clientY - area.top));
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, view: now.current };
      moved.current = false;
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (!moved.current && Math.hypot(x, y) < CLICK_PX) return;
      if (!moved.current) element.setPointerCapture(event.pointerId);
      moved.current = true;
      show({ ...start.view, x: start.view.x + x, y: start.view.y + y });
    };
    const up = () => {
      start = null;
    };
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
    };
  }, []);

  return { svg, drawing, view: () => now.current, show, box, dragged: () => moved.current };
}
