import { describe, expect, it } from "vitest";

import { LongScroll } from "./long_scroll";

function listOf(rows: number): LongScroll {
  const scroll = new LongScroll();
  scroll.resize(rows * 26, 520);
  return scroll;
}

describe("LongScroll", () => {
  it("is the bar itself in a short list", () => {
    const scroll = listOf(1000);
    scroll.scrolled(700);
    expect(scroll.offset).toBe(700);
    expect(scroll.bar).toBe(700);
    expect(scroll.track).toBe(26_000);
  });

  it("skips no row of a long list when the wheel turns", () => {
    const scroll = listOf(10_000_000);
    scroll.scrolled(4_000_000);
    const before = scroll.offset;
    scroll.scrolled(4_000_100);
    expect(scroll.offset).toBe(before + 100);
  });

  it("reaches both ends of a long list with the bar", () => {
    const scroll = listOf(10_000_000);
    scroll.scrolled(8_000_000 - 520);
    expect(scroll.offset).toBe(260_000_000 - 520);
    expect(scroll.astray).toBe(false);
    scroll.scrolled(0);
    expect(scroll.offset).toBe(0);
  });

  it("knows when the bar is at its end and the list is not", () => {
    const scroll = listOf(10_000_000);
    scroll.moveTo(5000);
    scroll.settled(scroll.bar);
    scroll.scrolled(0);
    expect(scroll.offset).toBeGreaterThan(0);
    expect(scroll.astray).toBe(true);
    scroll.settled(scroll.bar);
    expect(scroll.astray).toBe(false);
  });

  it("stays where it is when the list grows, and within it when it shrinks", () => {
    const scroll = listOf(1000);
    scroll.scrolled(20_000);
    scroll.resize(2000 * 26, 520);
    expect(scroll.offset).toBe(20_000);
    scroll.resize(100 * 26, 520);
    expect(scroll.offset).toBe(2600 - 520);
    scroll.resize(5 * 26, 520);
    expect(scroll.offset).toBe(0);
  });
});
