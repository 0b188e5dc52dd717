// Taking a tensor elsewhere: files, a picture, code, its name.
import { useState } from "preact/hooks";

import { call, exportUrl } from "../../engine/client";
import { DropDown } from "../../widgets/drop_down";
import { cellsOf } from "./element";
import { loadCode, MOST_ELEMENTS, numpyCode } from "./numpy_code";

interface ExportMenuProps {
  run: number;
  event: number;
  name: string;
  /** null where no value was recorded. */
  slice: string | null;
  /** The canvas that is shown; null where none is. */
  canvas: () => HTMLCanvasElement | null;
}

export function ExportMenu({ run, event, name, slice, canvas }: ExportMenuProps) {
  const [told, setTold] = useState("");
  const tell = (text: string) => {
    setTold(text);
    setTimeout(() => setTold(""), 2500);
  };
  const copy = async (text: string, word: string) => {
    try {
      await navigator.clipboard.writeText(text);
      tell(word);
    } catch {
      tell("The browser refused the clipboard");
    }
  };
  const copyCode = async (part: string) => {
    try {
      await copy(await codeOf(run, event, part, name), "Code copied");
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const picture = canvas();
  return (
    <>
      <span class="faint value-told" role="status">{told}</span>
      <DropDown label="Export" align="right">
        {(close) => (
          <div onClick={close}>
            {slice !== null && <a class="drop-down-item" href={exportUrl("npy", run, event, slice)} download>Save as .npy</a>}
            {slice !== null && <a class="drop-down-item" href={exportUrl("csv", run, event, slice)} download>Save as .csv</a>}
            <button type="button" class="drop-down-item" disabled={picture === null} onClick={() => picture && savePicture(picture, name)}>
              Save picture as .png
            </button>
            <hr class="drop-down-rule" />
            {slice !== null && <button type="button" class="drop-down-item" onClick={() => void copyCode(slice)}>Copy as numpy code</button>}
            <button type="button" class="drop-down-item" onClick={() => void copy(name, "Name copied")}>Copy the name</button>
          </div>
        )}
      </DropDown>
    </>
  );
}

async function codeOf(run: number, event: number, slice: string, name: string): Promise<string> {
  const value = await call("value", { run, event, slice, most: MOST_ELEMENTS });
  const cells = cellsOf(value);
  const whole = value.strides.every((stride) => stride <= 1);
  return cells !== null && whole ? numpyCode(cells, value.view, value.dtype) : loadCode(`${fileName(name)}.npy`);
}

function fileName(name: string): string {
  return name.replace(/[^\w.-]/g, "_");
}

function savePicture(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${fileName(name)}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
