// A button with a small window below it that closes on Escape and on a click elsewhere.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import "./drop_down.css";

interface DropDownProps {
  label: ComponentChildren;
  /** Where the label's text alone does not tell. */
  title?: string;
  /** At which end of the button it is aligned. */
  align?: "left" | "right";
  children: (close: () => void) => ComponentChildren;
}

export function DropDown({ label, title, align = "left", children }: DropDownProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open]);
  return (
    <div class="drop-down" ref={box} onKeyDown={(event) => {
      if (event.key !== "Escape" || !open) return;
      event.stopPropagation();
      close();
    }}>
      <button type="button" ref={button} title={title} aria-expanded={open} aria-haspopup="true"
        onClick={() => setOpen(!open)}>
        {label} <span class="drop-down-sign" aria-hidden="true">▾</span>
      </button>
      {open && <div class={`drop-down-window drop-down-${align}`}>{children(close)}</div>}
    </div>
  );
}
