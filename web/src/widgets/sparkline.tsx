// A few numbers as a line.
import { toNumber } from "../base/numbers";
import type { Real } from "../protocol/messages";
import { heights } from "./sparkline_heights";
import "./sparkline.css";

interface SparklineProps {
  values: readonly Real[];
  label: string;
  width?: number;
  height?: number;
}

const MARGIN = 4;

export function Sparkline({ values, label, width = 140, height = 36 }: SparklineProps) {
  const points = heights(values.map(toNumber)).map((share, index) => ({
    x: MARGIN + (values.length < 2 ? 0.5 : index / (values.length - 1)) * (width - 2 * MARGIN),
    y: share === null ? null : height - MARGIN - share * (height - 2 * MARGIN),
  }));
  const line = points.map(({ x, y }, index) => {
    if (y === null) return "";
    const before = points[index - 1];
    return `${before === undefined || before.y === null ? "M" : "L"}${x} ${y}`;
  }).join("");
  const last = points.at(-1);
  return (
    <svg class="sparkline" width={width} height={height} role="img" aria-label={label}>
      <path d={line} />
      {points.map(({ x, y }) => y === null && <path key={x} class="sparkline-bad" d={`M${x} ${MARGIN}V${height - MARGIN}`} />)}
      {last && last.y !== null && <circle cx={last.x} cy={last.y} r="3" />}
    </svg>
  );
}
