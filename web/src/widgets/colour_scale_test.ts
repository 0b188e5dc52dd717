import { describe, expect, it } from "vitest";

import { colourAt, placing, rangeFor, SCALES } from "./colour_scale";

function lightness([red, green, blue]: readonly [number, number, number]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("colour scales", () => {
  it("grow lighter all the way, but for the one around zero", () => {
    for (const name of ["dusk", "grey"] as const) {
      for (let at = 1; at <= 20; ++at) {
        expect(lightness(colourAt(name, at / 20))).toBeGreaterThan(lightness(colourAt(name, (at - 1) / 20)));
      }
    }
    expect(lightness(colourAt("diverging", 0.5))).toBeGreaterThan(lightness(colourAt("diverging", 0.2)));
    expect(lightness(colourAt("diverging", 0.5))).toBeGreaterThan(lightness(colourAt("diverging", 0.8)));
  });

  it("end where they end", () => {
    for (const name of SCALES) {
      expect(colourAt(name, -3)).toEqual(colourAt(name, 0));
      expect(colourAt(name, 7)).toEqual(colourAt(name, 1));
    }
  });

  it("have zero in the middle of the one around zero", () => {
    const range = rangeFor("diverging", { low: -1, high: 4 });
    expect(range).toEqual({ low: -4, high: 4 });
    expect(placing(range, "linear")(0)).toBe(0.5);
    expect(placing(range, "log")(0)).toBeCloseTo(0.5);
    expect(rangeFor("grey", { low: -1, high: 4 })).toEqual({ low: -1, high: 4 });
  });

  it("spread small numbers on the log scale", () => {
    const place = placing({ low: 0, high: 1 }, "log");
    expect(place(0)).toBe(0);
    expect(place(1)).toBe(1);
    expect(place(0.01)).toBeGreaterThan(0.3);
    expect(placing({ low: 2, high: 2 }, "linear")(2)).toBe(0.5);
  });
});
