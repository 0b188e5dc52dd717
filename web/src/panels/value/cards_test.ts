import { describe, expect, it } from "vitest";

import { cardsOf, placeOf } from "./cards";

function read(place: Record<string, string | number | null | undefined>) {
  return cardsOf((name) => (typeof place[name] === "string" ? place[name] : null));
}

describe("cards", () => {
  it("are read from the URL", () => {
    expect(read({})).toEqual([]);
    expect(read({ event: "12,x,40", show: "heat", slice: ";3, 0:5" })).toEqual([
      { event: 12, show: "heat", slice: "", plane: "" },
      { event: 40, show: null, slice: "3, 0:5", plane: "" },
    ]);
  });

  it("are written as they are read", () => {
    const cards = read({ event: "12,40", show: ";time", slice: "1;", plane: ";0,1,5" });
    expect(read(placeOf(cards))).toEqual(cards);
    expect(placeOf([])).toEqual({ event: null, show: null, slice: null, plane: null });
    expect(placeOf(read({ event: "7" }))).toEqual({ event: "7", show: null, slice: null, plane: null });
  });
});
