import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { PartCache } from "./part_cache";

interface Asked {
  key: number;
  signal: AbortSignal;
  answer: (text: string) => void;
  fail: (error: Error) => void;
}

let asked: Asked[];
let come: string[];
let failed: unknown[];
let cache: PartCache<string>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  come = [];
  failed = [];
  cache = new PartCache<string>(
    (key, signal) => new Promise((answer, fail) => asked.push({ key, signal, answer, fail })),
    (part) => come.push(part),
    (error) => failed.push(error),
    3,
  );
});
afterEach(() => vi.useRealTimers());

async function answer(key: number, text = `${key}`): Promise<void> {
  asked.findLast((one) => one.key === key)?.answer(text);
  await vi.advanceTimersByTimeAsync(0);
}

describe("PartCache", () => {
  it("fetches what is wanted once", async () => {
    cache.want([0, 1]);
    await vi.advanceTimersByTimeAsync(50);
    cache.want([0, 1]);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked.map((one) => one.key)).toEqual([0, 1]);
    await answer(0);
    expect(cache.get(0)).toBe("0");
    expect(cache.get(1)).toBeUndefined();
    expect(come).toEqual(["0"]);
  });

  it("asks only for the last of places that follow fast on each other", async () => {
    for (let key = 0; key < 10; ++key) cache.want([key]);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked.map((one) => one.key)).toEqual([9]);
  });

  it("gives up what scrolled past", async () => {
    cache.want([5]);
    await vi.advanceTimersByTimeAsync(50);
    cache.want([6]);
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(5);
    expect(come).toEqual([]);
  });

  it("keeps no more than there is room for, and never drops what is wanted", async () => {
    for (const key of [0, 1, 2, 3, 4]) {
      cache.want([0, key]);
      await vi.advanceTimersByTimeAsync(50);
      await answer(key);
    }
    expect([0, 1, 2, 3, 4].map((key) => cache.get(key))).toEqual(["0", undefined, undefined, "3", "4"]);
  });

  it("shows the old until the new has come", async () => {
    cache.want([0]);
    await vi.advanceTimersByTimeAsync(50);
    await answer(0, "old");
    cache.refresh();
    expect(cache.get(0)).toBe("old");
    await answer(0, "new");
    expect(cache.get(0)).toBe("new");
    expect(asked.length).toBe(2);
  });

  it("asks again for what was under way when the whole grew", async () => {
    cache.want([0]);
    await vi.advanceTimersByTimeAsync(50);
    cache.refresh();
    expect(asked.length).toBe(1);
    await answer(0, "old");
    expect(asked.length).toBe(2);
  });

  it("tells of failures, and of none after it was closed", async () => {
    cache.want([0]);
    await vi.advanceTimersByTimeAsync(50);
    asked[0]?.fail(new Error("no"));
    await vi.advanceTimersByTimeAsync(0);
    expect(failed).toEqual([new Error("no")]);
    cache.want([1]);
    await vi.advanceTimersByTimeAsync(50);
    cache.close();
    asked[1]?.fail(new Error("closed"));
    await vi.advanceTimersByTimeAsync(0);
    expect(failed.length).toBe(1);
  });
});
