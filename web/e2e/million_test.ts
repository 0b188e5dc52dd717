// A million tensors: every row can be reached, and scrolling costs hardly more than scrolling nothing.
import type { Page } from "@playwright/test";

import { MILLION } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const FRAMES = 240;
const MOST_MS = 16;
const MOST_HEAP = 200e6;

/**
 * Main-thread milliseconds of each frame while the element scrolls: from the frame's begin to the first
 * task after it was painted.
 */
async function frameWork(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(
    async ([chosen, frames]) => {
      const element = document.querySelector(chosen);
      if (!element) throw new Error(`nothing is ${chosen}`);
      const step = Math.max(40, Math.min(4000, (element.scrollHeight - element.clientHeight) / frames / 2));
      const channel = new MessageChannel();
      const work: number[] = [];
      for (let i = 0; i < frames; ++i) {
        element.scrollTop += step;
        const begin = await new Promise<number>((done) => requestAnimationFrame(done));
        await new Promise((done) => {
          channel.port1.onmessage = done;
          channel.port2.postMessage(0);
        });
        work.push(performance.now() - begin);
      }
      return work;
    },
    [selector, FRAMES] as const,
  );
}

/** The same kind of list with nothing in its rows. */
async function makeEmptyList(page: Page): Promise<void> {
  await page.evaluate(() => {
    const box = document.createElement("div");
    box.id = "empty-list";
    Object.assign(box.style, { position: "fixed", inset: "100px 0 0 100px", overflow: "auto", contain: "strict", zIndex: "9" });
    const track = document.createElement("div");
    Object.assign(track.style, { position: "relative", height: "8000000px" });
    const rows = Array.from({ length: 40 }, () => document.createElement("div"));
    for (const row of rows) Object.assign(row.style, { position: "absolute", height: "26px", left: "0", right: "0" });
    track.append(...rows);
    box.append(track);
    const place = () => rows.forEach((row, i) => (row.style.transform = `translateY(${Math.floor(box.scrollTop / 26 + i) * 26}px)`));
    box.addEventListener("scroll", () => requestAnimationFrame(place), { passive: true });
    document.body.append(box);
  });
}

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
}

test("any row can be reached", async ({ page, open }) => {
  await open(MILLION, { view: "tensors" });
  const table = page.getByRole("grid");
  await expect(table).toHaveAttribute("aria-rowcount", /^10\d{5}$/);
  const rows = Number(await table.getAttribute("aria-rowcount"));
  await table.getByRole("row").nth(2).click();
  await page.keyboard.press("End");
  await expect(table.locator(`[role=row][aria-rowindex="${rows}"]`)).toBeVisible();
  await keepPicture(page, "million_end");
  await page.keyboard.press("Home");
  await expect(table.locator('[role=row][aria-rowindex="2"]')).toBeVisible();
});

test("scrolling is light", async ({ page, open }) => {
  await open(MILLION, { view: "tensors" });
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const work = await frameWork(page, "[role=grid] .virtual-rows, [role=grid]");
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const heap = await session.send("Runtime.getHeapUsage");
  await makeEmptyList(page);
  const empty = await frameWork(page, "#empty-list");
  console.log(`frames of a million rows: p95 ${p95(work).toFixed(2)} ms, of an empty list ${p95(empty).toFixed(2)} ms; heap ${(heap.usedSize / 1e6).toFixed(1)} MB`);
  expect(p95(work)).toBeLessThanOrEqual(MOST_MS);
  expect(p95(work)).toBeLessThanOrEqual(2 * p95(empty));
  expect(heap.usedSize).toBeLessThan(MOST_HEAP);
});
