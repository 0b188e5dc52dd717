// The canvas of the timeline, and what hands do on it. It draws when it is told to, at most once a frame.
import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";

import { useMeasured } from "../../widgets/measured";
import { useThemeTurn } from "../../widgets/theme_colour";
import { readPaint, type Paint } from "./colours";

export interface Position {
  x: number;
  y: number;
}

export interface CanvasHandle {
  redraw: () => void;
}

interface TrackCanvasProps {
  handle: Ref<CanvasHandle>;
  label: string;
  height: number;
  cursor: string;
  draw: (context: CanvasRenderingContext2D, paint: Paint, width: number, height: number) => void;
  onWidth: (width: number) => void;
  onHover: (at: Position | null) => void;
  onPick: (at: Position) => void;
  onOpen: (at: Position) => void;
  /** From where the hand went down, and by how much it has moved since the last time. */
  onDrag: (start: Position, at: Position, by: number) => void;
  /** `zoom` above 1: out. `pan` in pixels. */
  onWheel: (at: Position, zoom: number, pan: number) => void;
}

const CLICK_PX = 3;

export function TrackCanvas(props: TrackCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const theme = useThemeTurn();
  const paint = useRef<Paint | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const frame = useRef(0);
  const pressed = useRef<{ start: Position; last: Position; moved: boolean } | null>(null);

  const redraw = () => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const context = canvas.current?.getContext("2d");
      if (!context || width === 0) return;
      paint.current ??= readPaint(context);
      const sharpness = window.devicePixelRatio || 1;
      context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
      latest.current.draw(context, paint.current, width, latest.current.height);
    });
  };
  useImperativeHandle(props.handle, () => ({ redraw }), [width]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  useMeasured(() => canvas.current?.parentElement, (box) => {
    setWidth(box.clientWidth);
    latest.current.onWidth(box.clientWidth);
  });

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const sharpness = window.devicePixelRatio || 1;
    element.width = Math.round(width * sharpness);
    element.height = Math.round(props.height * sharpness);
    paint.current = null;
    redraw();
  }, [width, props.height, theme]);
  useLayoutEffect(redraw);

  // The wheel is listened to by hand: only a listener that is declared as not passive may keep the page from scrolling.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const turned = (sideways ? event.deltaX || event.deltaY : event.deltaY) * lines;
      // A pinch comes as a wheel with Ctrl, in small steps.
      const strength = event.ctrlKey ? 0.01 : 0.0016;
      latest.current.onWheel(placeOf(event), sideways ? 1 : Math.exp(turned * strength), sideways ? turned : 0);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const onMove = (event: PointerEvent) => {
    const at = placeOf(event);
    const from = pressed.current;
    if (from && (from.moved || Math.abs(at.x - from.start.x) > CLICK_PX)) {
      props.onDrag(from.start, at, at.x - (from.moved ? from.last.x : from.start.x));
      from.last = at;
      from.moved = true;
      return;
    }
    props.onHover(at);
  };
  const onUp = (event: PointerEvent) => {
    const from = pressed.current;
    pressed.current = null;
    if (from && !from.moved) props.onPick(placeOf(event));
  };
  return (
    <canvas ref={canvas} role="img" aria-label={props.label} style={{ height: props.height, cursor: props.cursor }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const at = placeOf(event);
        pressed.current = { start: at, last: at, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove} onPointerUp={onUp} onPointerCancel={() => { pressed.current = null; }}
      onPointerLeave={() => props.onHover(null)} onDblClick={(event) => props.onOpen(placeOf(event))} />
  );
}

function placeOf(event: MouseEvent): Position {
  return { x: event.offsetX, y: event.offsetY };
}
