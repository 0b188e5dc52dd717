// The elements of the visible rows. Rows that stay keep their element, untouched; those that come take the
// elements of those that go. The order of the elements is put right when the scrolling is over.
import type { ComponentChildren, VNode } from "preact";

/** Rows are placed from the nearest of these, because a browser's pixels end at some ten million. */
const ANCHOR_EVERY = 10_000;

type Make = (index: number) => ComponentChildren;
type Paint = (element: HTMLElement, index: number) => void;
/** From the first row to the one after the last. */
type Stretch = readonly [number, number];

export class RowSheet {
  /** The row that stands first among the elements. */
  #origin = 0;
  #begin = 0;
  #by: Make | Paint | null = null;
  #anchor = -1;
  /** By the place of their elements. */
  #made: (VNode | null)[] = [];
  #written: (number | null)[] = [];
  #hidden: boolean[] = [];

  /** From now on the first visible row stands first. */
  tidy(): void {
    if (this.#origin === this.#begin) return;
    this.#origin = this.#begin;
    this.#by = null;
  }

  /** How the sheet is moved, so that the rows lie where they are seen. */
  shift(begin: number, rowHeight: number, offset: number): string {
    return `translateY(${anchorOf(begin) * rowHeight - Math.round(offset)}px)`;
  }

  /** The rows as nodes, a place for each element. Those that stay are the same objects, so that nothing is compared. */
  make(row: Make, slots: number, [begin, end]: Stretch, count: number, rowHeight: number): (VNode | null)[] {
    this.#keep(row, slots, begin, count);
    for (let index = begin; index < end; ++index) {
      const slot = this.#slot(index, slots);
      if (this.#written[slot] === index) continue;
      this.#made[slot] = <div class="virtual-row" style={{ top: topOf(index, begin, rowHeight) }}>{row(index)}</div>;
      this.#written[slot] = index;
    }
    return this.#made.map((node, slot) => (this.#written[slot] === null ? null : node));
  }

  /** Writes the rows into the elements of the sheet. */
  write(sheet: HTMLElement, paint: Paint, [begin, end]: Stretch, count: number, rowHeight: number, offset: number): void {
    const slots = sheet.children.length;
    this.#keep(paint, slots, begin, count);
    sheet.style.transform = this.shift(begin, rowHeight, offset);
    for (let index = begin; index < end; ++index) {
      const slot = this.#slot(index, slots);
      if (this.#written[slot] === index) continue;
      const element = sheet.children[slot] as HTMLElement;
      element.style.top = topOf(index, begin, rowHeight);
      paint(element, index);
      this.#written[slot] = index;
    }
    for (let slot = 0; slot < slots; ++slot) {
      const unused = this.#written[slot] === null;
      if (this.#hidden[slot] === unused) continue;
      this.#hidden[slot] = unused;
      (sheet.children[slot] as HTMLElement).hidden = unused;
    }
  }

  /** Forgets what is no longer right. Rows that have only gone out of sight stay, until their element is needed. */
  #keep(by: Make | Paint, slots: number, begin: number, count: number): void {
    const anchor = anchorOf(begin);
    if (this.#by !== by || this.#anchor !== anchor || this.#written.length !== slots) {
      this.#written = Array<number | null>(slots).fill(null);
      this.#made = Array<VNode | null>(slots).fill(null);
      this.#hidden = [];
    }
    for (const [slot, index] of this.#written.entries()) if (index !== null && index >= count) this.#written[slot] = null;
    this.#by = by;
    this.#anchor = anchor;
    this.#begin = begin;
  }

  #slot(index: number, slots: number): number {
    return (((index - this.#origin) % slots) + slots) % slots;
  }
}

function anchorOf(begin: number): number {
  return Math.floor(begin / ANCHOR_EVERY) * ANCHOR_EVERY;
}

function topOf(index: number, begin: number, rowHeight: number): string {
  return `${(index - anchorOf(begin)) * rowHeight}px`;
}
