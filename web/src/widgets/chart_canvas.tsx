// A canvas as large as its box, sharp on every screen, drawn anew when size, theme or drawing change.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { useMeasured } from "./measured";
import { useThemeTurn } from "./theme_colour";
import "./chart_canvas.css";

export interface Size {
  width: number;
  height: number;
}

/** In pixels from the upper left corner. */
export interface Point {
  x: number;
  y: number;
}

interface ChartCanvasProps {
  /** What it shows, for those who do not see it. */
  label: string;
  /** Another function draws anew. */
  draw: (context: CanvasRenderingContext2D, size: Size) => void;
  onHover?: (point: Point | null, size: Size) => void;
  onPick?: (point: Point, size: Size) => void;
  onDrag?: (by: Point, size: Size) => void;
  /** Positive: away, out of the picture. */
  onWheel?: (turned: number, at: Point, size: Size) => void;
  onReset?: () => void;
  cursor?: string;
}

const CLICK_PX = 3;

export function ChartCanvas(props: ChartCanvasProps) {
  const { label, draw } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const theme = useThemeTurn();
  const pressed = useRef<{ start: Point; last: Point } | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useMeasured(() => canvas.current?.parentElement, (box) => setSize({ width: box.clientWidth, height: box.clientHeight }));

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || size.width === 0 || size.height === 0) return;
    const sharpness = window.devicePixelRatio || 1;
    element.width = Math.round(size.width * sharpness);
    element.height = Math.round(size.height * sharpness);
    context.scale(sharpness, sharpness);
    draw(context, size);
  }, [draw, size, theme]);

  // The wheel is listened to by hand: only a listener that is declared as not passive may keep the page from scrolling.
  const sizeNow = useRef(size);
  sizeNow.current = size;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!latest.current.onWheel) return;
      event.preventDefault();
      latest.current.onWheel(event.deltaY, { x: event.offsetX, y: event.offsetY }, sizeNow.current);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const onMove = (event: PointerEvent) => {
    const at = { x: event.offsetX, y: event.offsetY };
    const from = pressed.current;
    if (from && props.onDrag) {
      props.onDrag({ x: at.x - from.last.x, y: at.y - from.last.y }, size);
      from.last = at;
    }
    props.onHover?.(at, size);
  };
  const onUp = (event: PointerEvent) => {
    const start = pressed.current?.start;
    pressed.current = null;
    if (start && Math.hypot(event.offsetX - start.x, event.offsetY - start.y) <= CLICK_PX) {
      props.onPick?.({ x: event.offsetX, y: event.offsetY }, size);
    }
  };
  return (
    <div class="chart">
      <canvas ref={canvas} role="img" aria-label={label} style={{ cursor: props.cursor }}
        onPointerDown={(event) => {
          const at = { x: event.offsetX, y: event.offsetY };
          pressed.current = { start: at, last: at };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onMove} onPointerUp={onUp} onPointerLeave={() => props.onHover?.(null, size)}
        onDblClick={() => props.onReset?.()} />
    </div>
  );
}
