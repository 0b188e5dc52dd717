// Which part of the tensor is shown: numpy's slice, which axes are rows and columns, a slider for each other.
import { useEffect, useState } from "preact/hooks";

import { countText } from "../../base/numbers";
import { otherAxes, planeText, type Plane } from "./plane";
import { openAxes, viewShape, wholeIndex, type Part } from "./slice";

interface SliceBarProps {
  slice: string;
  /** In tdbg's words. */
  error: string | null;
  onSlice: (slice: string) => void;
  part: Part | null;
  plane: Plane | null;
  /** "replace" while a slider moves. */
  onPlane: (plane: string, how: "push" | "replace") => void;
}

export function SliceBar({ slice, error, onSlice, part, plane, onPlane }: SliceBarProps) {
  const [typed, setTyped] = useState(slice);
  useEffect(() => setTyped(slice), [slice]);
  return (
    <div class="value-slicing">
      <form class="value-slice" onSubmit={(event) => {
        event.preventDefault();
        onSlice(typed.trim());
      }}>
        <label>Slice <input class="mono" type="text" spellcheck={false} autocomplete="off" value={typed} placeholder="[:, 0, ::2]"
          aria-invalid={error !== null} title="As in numpy: indexes and start:stop:step, apart by commas; ... for the rest. Enter shows it."
          onInput={(event) => setTyped(event.currentTarget.value)} onBlur={() => onSlice(typed.trim())} /></label>
        {part && <span class="mono faint" title="Shape of what the slice chooses">{`→ [${viewShape(part).join(", ")}]`}</span>}
      </form>
      {part && plane && plane.at.length > 2 && <Axes part={part} plane={plane} onPlane={onPlane} />}
      {error !== null && <pre class="value-refusal" role="alert">{error}</pre>}
    </div>
  );
}

function Axes({ part, plane, onPlane }: { part: Part; plane: Plane; onPlane: SliceBarProps["onPlane"] }) {
  const shape = viewShape(part);
  const axes = openAxes(part);
  const name = (axis: number) => `axis ${axes[axis] ?? axis} (${countText(shape[axis] ?? 0)})`;
  const choose = (which: "rows" | "columns", axis: number) => {
    const other = which === "rows" ? "columns" : "rows";
    // The axis that the other had is given in exchange.
    const swapped = plane[other] === axis ? plane[which] : plane[other];
    onPlane(planeText({ ...plane, [which]: axis, [other]: swapped }), "push");
  };
  const inWhole = (axis: number, at: number) =>
    wholeIndex(part, plane.at.map((_, other) => (other === axis ? at : 0)))[axes[axis] ?? 0] ?? at;
  return (
    <div class="value-axes">
      {(["rows", "columns"] as const).map((which) => (
        <label key={which}>{which === "rows" ? "Rows" : "Columns"} <select value={`${plane[which]}`}
          onChange={(event) => choose(which, Number(event.currentTarget.value))}>
          {shape.map((_, axis) => <option key={axis} value={`${axis}`}>{name(axis)}</option>)}
        </select></label>
      ))}
      {otherAxes(plane).map((axis) => (
        <label key={axis} class="value-slider">
          <span>{`Axis ${axes[axis] ?? axis}`}</span>
          <input type="range" min={0} max={Math.max(0, (shape[axis] ?? 1) - 1)} value={plane.at[axis]}
            onInput={(event) => {
              const at = plane.at.map((old, other) => (other === axis ? Number(event.currentTarget.value) : old));
              onPlane(planeText({ ...plane, at }), "replace");
            }} />
          <span class="mono value-place">{inWhole(axis, plane.at[axis] ?? 0)}</span>
        </label>
      ))}
    </div>
  );
}
