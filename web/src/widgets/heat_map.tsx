// Numbers as colours on a canvas, to be zoomed with the wheel and moved by dragging.
import { useCallback, useMemo, useState } from "preact/hooks";

import { ChartCanvas, type Point, type Size } from "./chart_canvas";
import { themeColour, useThemeTurn, type Rgb } from "./theme_colour";

/** A picture of cells, each standing for `rowStride` × `columnStride` elements from `row`, `column` on. */
export interface HeatLayer {
  rows: number;
  columns: number;
  row: number;
  column: number;
  rowStride: number;
  columnStride: number;
  colour: (row: number, column: number) => Rgb;
}

/** Elements, of which parts of one may be seen. */
export interface Seen {
  top: number;
  left: number;
  rows: number;
  columns: number;
}

interface HeatMapProps {
  label: string;
  /** Elements. */
  rows: number;
  columns: number;
  /** Later ones lie over earlier ones. */
  layers: readonly HeatLayer[];
  cursor: readonly [number, number] | null;
  onHover: (at: readonly [number, number] | null) => void;
  onPick: (row: number, column: number) => void;
  /** What is seen of it after zooming or moving. */
  onSeen: (seen: Seen) => void;
}

interface Zoom {
  factor: number;
  /** Of the picture's upper left corner, in pixels. */
  x: number;
  y: number;
}

const WHOLE: Zoom = { factor: 1, x: 0, y: 0 };
const CLOSEST_PX = 64;
const STRETCH = 2;

export function HeatMap({ label, rows, columns, layers, cursor, onHover, onPick, onSeen }: HeatMapProps) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const theme = useThemeTurn();
  const pictures = useMemo(() => layers.map((layer) => ({ layer, image: painted(layer) })), [layers, theme]);

  const draw = useCallback((context: CanvasRenderingContext2D, size: Size) => {
    const fit = fitOf(size, rows, columns, zoom);
    context.imageSmoothingEnabled = false;
    for (const { layer, image } of pictures) {
      context.drawImage(image, fit.x + layer.column * fit.width, fit.y + layer.row * fit.height,
        layer.columns * layer.columnStride * fit.width, layer.rows * layer.rowStride * fit.height);
    }
    context.strokeStyle = themeColour("--border");
    context.strokeRect(Math.round(fit.x) - 0.5, Math.round(fit.y) - 0.5, Math.round(columns * fit.width) + 1, Math.round(rows * fit.height) + 1);
    if (cursor) outline(context, fit, cursor);
  }, [pictures, rows, columns, zoom, cursor?.[0], cursor?.[1]]);

  const change = (next: Zoom, size: Size) => {
    const kept = within(next, size, rows, columns);
    setZoom(kept);
    const fit = fitOf(size, rows, columns, kept);
    const top = Math.max(0, -fit.y / fit.height);
    const left = Math.max(0, -fit.x / fit.width);
    onSeen({
      top, left,
      rows: Math.min(rows - top, size.height / fit.height),
      columns: Math.min(columns - left, size.width / fit.width),
    });
  };
  const cellAt = (point: Point, size: Size): [number, number] | null => {
    const fit = fitOf(size, rows, columns, zoom);
    const row = Math.floor((point.y - fit.y) / fit.height);
    const column = Math.floor((point.x - fit.x) / fit.width);
    return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
  };
  return (
    <ChartCanvas label={label} draw={draw} cursor={zoom.factor > 1 ? "grab" : "crosshair"}
      onHover={(point, size) => onHover(point === null ? null : cellAt(point, size))}
      onPick={(point, size) => {
        const at = cellAt(point, size);
        if (at) onPick(...at);
      }}
      onDrag={(by, size) => change({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size)}
      onWheel={(turned, at, size) => {
        const factor = zoom.factor * Math.exp(-turned / 400);
        const ratio = Math.max(1, factor) / zoom.factor;
        const base = fitOf(size, rows, columns, WHOLE);
        const fit = fitOf(size, rows, columns, zoom);
        // The element under the pointer stays there.
        const x = at.x - (at.x - fit.x) * ratio;
        const y = at.y - (at.y - fit.y) * ratio;
        change({ factor, x: x - base.x, y: y - base.y }, size);
      }}
      onReset={() => {
        setZoom(WHOLE);
        onSeen({ top: 0, left: 0, rows, columns });
      }} />
  );
}

interface Fit {
  x: number;
  y: number;
  /** Of one element. */
  width: number;
  height: number;
}

/** As large as there is room for; elements are stretched a little before room is left unused. */
function fitOf(size: Size, rows: number, columns: number, zoom: Zoom): Fit {
  const room = { width: size.width - 16, height: size.height - 16 };
  let width = room.width / columns;
  let height = room.height / rows;
  if (rows > 1) {
    width = Math.min(width, height * STRETCH);
    height = Math.min(height, width * STRETCH);
  } else {
    height = Math.min(height, 72);
  }
  if (width > CLOSEST_PX) width = CLOSEST_PX;
  if (height > CLOSEST_PX) height = CLOSEST_PX;
  const x = (size.width - columns * width) / 2;
  const y = (size.height - rows * height) / 2;
  return { x: x + zoom.x, y: y + zoom.y, width: width * zoom.factor, height: height * zoom.factor };
}

function within(zoom: Zoom, size: Size, rows: number, columns: number): Zoom {
  const base = fitOf(size, rows, columns, WHOLE);
  const most = Math.max(1, CLOSEST_PX / Math.min(base.width, base.height));
  const factor = Math.max(1, Math.min(most, zoom.factor));
  if (factor === 1) return WHOLE;
  const clamp = (shift: number, start: number, length: number, room: number) => {
    if (length <= room) return (room - length) / 2 - start;
    return Math.max(room - length - start - 8, Math.min(8 - start, shift));
  };
  return {
    factor,
    x: clamp(zoom.x, base.x, columns * base.width * factor, size.width),
    y: clamp(zoom.y, base.y, rows * base.height * factor, size.height),
  };
}

function painted(layer: HeatLayer): HTMLCanvasElement {
  const image = document.createElement("canvas");
  image.width = Math.max(1, layer.columns);
  image.height = Math.max(1, layer.rows);
  const context = image.getContext("2d");
  if (!context) return image;
  const pixels = context.createImageData(image.width, image.height);
  let at = 0;
  for (let row = 0; row < layer.rows; ++row) {
    for (let column = 0; column < layer.columns; ++column) {
      const [red, green, blue] = layer.colour(row, column);
      pixels.data[at++] = red;
      pixels.data[at++] = green;
      pixels.data[at++] = blue;
      pixels.data[at++] = 255;
    }
  }
  context.putImageData(pixels, 0, 0);
  return image;
}

function outline(context: CanvasRenderingContext2D, fit: Fit, [row, column]: readonly [number, number]): void {
  const width = Math.max(6, fit.width);
  const height = Math.max(6, fit.height);
  const x = fit.x + (column + 0.5) * fit.width - width / 2;
  const y = fit.y + (row + 0.5) * fit.height - height / 2;
  context.lineWidth = 3;
  context.strokeStyle = themeColour("--background");
  context.strokeRect(x, y, width, height);
  context.lineWidth = 1.5;
  context.strokeStyle = themeColour("--text");
  context.strokeRect(x, y, width, height);
}
