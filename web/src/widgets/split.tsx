// Two panes with a border that can be dragged, or moved with the arrow keys. Its place is remembered.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

import "./split.css";

interface SplitProps {
  /** Under which the place is remembered. */
  name: string;
  direction: "row" | "column";
  /** Share of the first pane, 0 to 1, until the user says otherwise. */
  first: number;
  children: [ComponentChildren, ComponentChildren];
}

const SMALLEST = 0.12;
const STEP = 0.02;

export function Split({ name, direction, first, children }: SplitProps) {
  const key = `split.${name}`;
  const [share, setShare] = useState(() => within(Number(localStorage.getItem(key) ?? first)));
  const box = useRef<HTMLDivElement>(null);

  const moveTo = (next: number) => {
    setShare(within(next));
    localStorage.setItem(key, `${within(next)}`);
  };
  const drag = (event: PointerEvent) => {
    if (!(event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId) || !box.current) return;
    const area = box.current.getBoundingClientRect();
    moveTo(direction === "row" ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height);
  };
  const onKey = (event: KeyboardEvent) => {
    const back = direction === "row" ? "ArrowLeft" : "ArrowUp";
    const on = direction === "row" ? "ArrowRight" : "ArrowDown";
    if (event.key !== back && event.key !== on) return;
    event.preventDefault();
    moveTo(share + (event.key === on ? STEP : -STEP));
  };

  return (
    <div class={`split split-${direction}`} ref={box}>
      <div class="pane" style={{ flexBasis: `${share * 100}%` }}>{children[0]}</div>
      <div
        class="divider"
        role="separator"
        tabIndex={0}
        aria-label={`Resize ${name}`}
        aria-orientation={direction === "row" ? "vertical" : "horizontal"}
        aria-valuenow={Math.round(share * 100)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKey}
      />
      <div class="pane pane-rest">{children[1]}</div>
    </div>
  );
}

function within(share: number): number {
  return Number.isFinite(share) ? Math.min(1 - SMALLEST, Math.max(SMALLEST, share)) : 0.5;
}
