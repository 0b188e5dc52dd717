// Single elements: which kind they are of, and how they come from tdbg.
import type { Value } from "../../protocol/messages";

export type ElementKind = "nan" | "pos-inf" | "neg-inf" | "zero" | "subnormal" | "plain";

/** The smallest normal number of each dtype that has subnormal ones. */
const SMALLEST_NORMAL: Record<string, number> = {
  float16: 2 ** -14,
  bfloat16: 2 ** -126,
  float32: 2 ** -126,
  float64: 2 ** -1022,
};

export function kindOf(value: number, dtype: string): ElementKind {
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity) return "pos-inf";
  if (value === -Infinity) return "neg-inf";
  if (value === 0) return "zero";
  return Math.abs(value) < (SMALLEST_NORMAL[dtype] ?? 0) ? "subnormal" : "plain";
}

/** The cells of an answer; null where elements are no numbers. */
export function cellsOf(value: Pick<Value, "cells">): Float64Array | null {
  if (value.cells === "") return null;
  const text = atob(value.cells);
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}

/** The index of the element at this place of the row-major order. */
export function unravel(element: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  let rest = element;
  for (let axis = shape.length - 1; axis >= 0; --axis) {
    const length = Math.max(1, shape[axis] ?? 1);
    index[axis] = rest % length;
    rest = Math.floor(rest / length);
  }
  return index;
}

export function ravel(index: readonly number[], shape: readonly number[]): number {
  return shape.reduce((element, length, axis) => element * length + (index[axis] ?? 0), 0);
}
