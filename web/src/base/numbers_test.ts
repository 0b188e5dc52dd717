import { describe, expect, it } from "vitest";

import { countText, counted, durationText, realText, shortCount, sinceText } from "./numbers";

describe("realText", () => {
  it.each([
    [0, "0"],
    [-1.5, "−1.5"],
    [1.23456789, "1.235"],
    [1e-9, "1e−9"],
    [-2.5e30, "−2.5e30"],
    ["NaN", "NaN"],
    ["Infinity", "∞"],
    ["-Infinity", "−∞"],
    [null, ""],
  ] as const)("%s is %s", (real, text) => expect(realText(real)).toBe(text));
});

it("counts", () => {
  expect(countText(1234567)).toBe("1,234,567");
  expect(shortCount(9999)).toBe("9999");
  expect(shortCount(1_234_567)).toBe("1.23 M");
  expect(counted(1, "op")).toBe("1 op");
  expect(counted(2000, "op")).toBe("2,000 ops");
});

it("tells time", () => {
  expect(durationText(12_300)).toBe("12.3 µs");
  expect(durationText(200e9)).toBe("3 min 20 s");
  expect(sinceText(102_582_282_000)).toBe("102.5823 s");
  expect(sinceText(-256_629_400)).toBe("−256.629 ms");
});
