// Colours for numbers: from a number to its place between low and high, from there to a colour.
import { symlog, type Scale } from "./axis";
import type { Rgb } from "./theme_colour";

export const SCALES = ["dusk", "diverging", "grey"] as const;
export type ScaleName = (typeof SCALES)[number];

export const SCALE_WORDS: Record<ScaleName, string> = {
  dusk: "Dusk (dark to light)",
  diverging: "Around zero",
  grey: "Grey",
};

/** Lightness rises evenly, so that order shows without colour too; those around zero are light in the middle. */
const STOPS: Record<ScaleName, Rgb[]> = {
  dusk: [[38, 12, 74], [61, 48, 128], [52, 92, 148], [36, 132, 148], [58, 170, 128], [138, 201, 88], [246, 226, 62]],
  diverging: [[24, 72, 140], [86, 140, 196], [176, 204, 226], [244, 243, 240], [236, 190, 158], [206, 112, 82], [140, 36, 38]],
  grey: [[24, 24, 24], [238, 238, 238]],
};

/** The colour at a place from 0 to 1. */
export function colourAt(name: ScaleName, place: number): Rgb {
  const stops = STOPS[name];
  const at = Math.max(0, Math.min(1, place)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(at));
  const first = stops[below] ?? [0, 0, 0];
  const second = stops[below + 1] ?? first;
  const share = at - below;
  return [mixed(first[0], second[0], share), mixed(first[1], second[1], share), mixed(first[2], second[2], share)];
}

function mixed(first: number, second: number, share: number): number {
  return Math.round(first + (second - first) * share);
}

export interface Range {
  low: number;
  high: number;
}

/** Of a scale around zero: as far on one side as on the other. */
export function rangeFor(name: ScaleName, range: Range): Range {
  if (name !== "diverging") return range;
  const far = Math.max(Math.abs(range.low), Math.abs(range.high));
  return { low: -far, high: far };
}

/** From a number to its place, 0 to 1. The log scale is linear within a thousandth of the largest number. */
export function placing({ low, high }: Range, scale: Scale): (value: number) => number {
  if (!(high > low)) return () => 0.5;
  if (scale === "linear") return (value) => (value - low) / (high - low);
  const near = Math.max(Math.abs(low), Math.abs(high)) / 1000;
  const from = symlog(low, near);
  const to = symlog(high, near);
  return (value) => (symlog(value, near) - from) / (to - from);
}
