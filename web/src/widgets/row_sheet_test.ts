import { describe, expect, it } from "vitest";

import { RowSheet } from "./row_sheet";

const row = (index: number) => `row ${index}`;

function texts(sheet: RowSheet, begin: number, end: number, count: number, by = row): (string | null)[] {
  return sheet.make(by, 8, [begin, end], count, 26).map((node) => (node === null ? null : String(node.props["children"])));
}

describe("RowSheet", () => {
  it("gives rows that come the elements of those that go", () => {
    const sheet = new RowSheet();
    expect(texts(sheet, 0, 4, 100)).toEqual(["row 0", "row 1", "row 2", "row 3", null, null, null, null]);
    expect(texts(sheet, 5, 10, 100)).toEqual(["row 8", "row 9", "row 2", "row 3", null, "row 5", "row 6", "row 7"]);
  });

  it("makes a row once", () => {
    const sheet = new RowSheet();
    const first = sheet.make(row, 8, [0, 4], 100, 26);
    const second = sheet.make(row, 8, [1, 5], 100, 26);
    expect(second[1]).toBe(first[1]);
    expect(second[3]).toBe(first[3]);
  });

  it("makes all rows again by another function", () => {
    const sheet = new RowSheet();
    texts(sheet, 0, 4, 100);
    expect(texts(sheet, 1, 3, 100, (index) => `new ${index}`)).toEqual([null, "new 1", "new 2", null, null, null, null, null]);
  });

  it("shows no row that there is no longer", () => {
    const sheet = new RowSheet();
    texts(sheet, 0, 4, 100);
    expect(texts(sheet, 0, 2, 2)).toEqual(["row 0", "row 1", null, null, null, null, null, null]);
  });

  it("puts the first visible row first when it is told to", () => {
    const sheet = new RowSheet();
    texts(sheet, 5, 9, 100);
    sheet.tidy();
    expect(texts(sheet, 5, 9, 100)).toEqual(["row 5", "row 6", "row 7", "row 8", null, null, null, null]);
  });

  it("places rows near the anchor, however far down they are", () => {
    const sheet = new RowSheet();
    const [node] = sheet.make(row, 8, [10_000_000, 10_000_001], 20_000_000, 26);
    expect(node?.props).toMatchObject({ style: { top: "0px" } });
    expect(sheet.shift(10_000_000, 26, 260_000_010)).toBe("translateY(-10px)");
  });
});
