import { expect, it } from "vitest";

import { fitted, revealed, zoomed } from "./pan_zoom";

const BOX = { width: 800, height: 600 };

it("zooms around the pointer", () => {
  const view = zoomed({ x: 100, y: 50, scale: 1 }, 2, 300, 250);
  expect(view).toEqual({ scale: 2, x: -100, y: -150 });
  expect(zoomed(view, 1e9, 0, 0).scale).toBe(3);
});

it("shows all in the middle", () => {
  expect(fitted(200, 100, BOX)).toEqual({ scale: 1, x: 300, y: 250 });
  const far = fitted(7440, 100, BOX);
  expect(far.scale).toBeCloseTo(0.1);
  expect(far.x).toBeCloseTo(28);
});

it("brings a box into sight and leaves one that is", () => {
  const view = { x: 0, y: 0, scale: 1 };
  expect(revealed(view, { x: 100, y: 100, width: 80, height: 26 }, BOX)).toEqual(view);
  expect(revealed(view, { x: 900, y: 100, width: 80, height: 26 }, BOX)).toEqual({ x: -208, y: 0, scale: 1 });
  expect(revealed(view, { x: -50, y: 700, width: 80, height: 26 }, BOX)).toEqual({ x: 78, y: -154, scale: 1 });
});
