// A window over the page. The browser keeps the focus inside, closes it on Escape and gives the focus back;
// a click beside it closes it too.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import "./dialog.css";

interface DialogProps {
  label: string;
  /** A class for its size. */
  size: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ label, size, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    return () => box.current?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog ${size}`}
      aria-label={label}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class="dialog-inside">{children}</div>
    </dialog>
  );
}
