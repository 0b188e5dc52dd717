// The elements as numbers. Only windows of what is seen are fetched.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";

import { PartCache } from "../../base/part_cache";
import { call, CallError } from "../../engine/client";
import { VirtualGrid, type CellLook, type GridWindow } from "../../widgets/virtual_grid";
import { kindOf } from "./element";
import { gridOf, type Grid } from "./grid";
import { isTurned, planePart } from "./plane";
import { narrowed, openAxes, sliceText, viewShape, wholeIndex } from "./slice";
import { elementAt, type Subject } from "./subject";

/** Cells of one request have this many rows and columns, so that tdbg sends their texts too. */
const BLOCK = 64;
/** A single axis is folded into rows of this many. */
const FOLD = 10;
const CELL_PX = 7.4;

export function TableView({ subject }: { subject: Subject }) {
  const { run, event, dtype, part, plane, cursor } = subject;
  const shape = viewShape(part);
  const folded = plane.rows === null;
  const length = plane.columns === null ? 1 : (shape[plane.columns] ?? 0);
  const rows = plane.rows === null ? Math.ceil(length / FOLD) : (shape[plane.rows] ?? 0);
  const columns = folded ? Math.min(length, FOLD) : length;
  const blocksAcross = Math.max(1, Math.ceil(columns / BLOCK));
  const shownPart = planePart(part, plane);
  const text = sliceText(shownPart);
  const turned = isTurned(plane);

  const [tick, setTick] = useState(0);
  const [error, setError] = useState<CallError | null>(null);
  const [widest, setWidest] = useState(7);
  const blocks = useMemo(() => new PartCache<Grid>(
    async (block, signal) => {
      const row = Math.floor(block / blocksAcross) * BLOCK;
      const column = (block % blocksAcross) * BLOCK;
      const axes = openAxes(shownPart);
      const [first = -1, second = -1] = turned ? [...axes].reverse() : axes;
      const window = folded ? narrowed(shownPart, first, row * FOLD, BLOCK * FOLD)
        : narrowed(narrowed(shownPart, first, row, BLOCK), second, column, BLOCK);
      return gridOf(await call("value", { run, event, slice: sliceText(window), most: BLOCK * BLOCK }, signal), turned);
    },
    (grid) => {
      setError(null);
      setWidest((old) => Math.max(old, longestText(grid)));
      setTick((old) => old + 1);
    },
    (failure) => setError(failure instanceof CallError ? failure : new CallError(String(failure), 0)),
  ), [run, event, text, turned, folded, blocksAcross]);
  useEffect(() => () => blocks.close(), [blocks]);

  const onVisible = useCallback((window: GridWindow) => {
    const keys = [];
    for (let row = Math.floor(window.rows[0] / BLOCK); row * BLOCK < window.rows[1]; ++row) {
      for (let column = Math.floor(window.columns[0] / BLOCK); column * BLOCK < window.columns[1]; ++column) {
        keys.push(row * blocksAcross + column);
      }
    }
    blocks.want(keys);
  }, [blocks, blocksAcross]);

  const cell = useCallback((row: number, column: number): CellLook => {
    if (folded && row * FOLD + column >= length) return { text: "" };
    const grid = blocks.get(Math.floor(row / BLOCK) * blocksAcross + Math.floor(column / BLOCK));
    if (!grid) return { text: "", class: "value-waiting" };
    const [r, c] = folded ? [0, (row % BLOCK) * FOLD + column] : [row % BLOCK, column % BLOCK];
    if (!grid.numeric) return { text: grid.text(r, c) };
    const number = grid.number(r, c);
    const kind = kindOf(number, dtype);
    return kind === "plain" ? { text: grid.text(r, c) || `${number}` } : { text: grid.text(r, c) || `${number}`, class: `value-${kind}` };
  }, [blocks, tick, dtype, folded, length]);

  const heads = headings(subject, folded);
  const at: readonly [number, number] | null = cursor === null ? null
    : folded ? [Math.floor((cursor[0] ?? 0) / FOLD), (cursor[0] ?? 0) % FOLD]
    : [cursor[plane.rows ?? 0] ?? 0, cursor[plane.columns ?? 0] ?? 0];
  if (error) return <p class="value-refusal mono">{error.message}</p>;
  if (rows === 0 || columns === 0) return <p class="value-none">The slice holds no elements.</p>;
  return (
    <VirtualGrid rows={rows} columns={columns} rowHeight={22} columnWidth={Math.ceil(widest * CELL_PX) + 18}
      headWidth={Math.ceil(Math.max(3, heads.row(rows - 1).length) * CELL_PX) + 18} label="Elements" cell={cell}
      rowHead={heads.row} columnHead={heads.column} onVisible={onVisible} cursor={at}
      onCursor={(row, column) => {
        if (folded && row * FOLD + column >= length) return;
        subject.onCursor(folded ? (plane.columns === null ? [] : [row * FOLD + column]) : elementAt(plane, row, column));
      }} />
  );
}

/** Indexes as they are in the whole tensor. */
function headings({ part, plane }: Subject, folded: boolean): { row: (at: number) => string; column: (at: number) => string } {
  const axes = openAxes(part);
  const inWhole = (axis: number | null, at: number) => {
    if (axis === null) return 0;
    return wholeIndex(part, plane.at.map((_, other) => (other === axis ? at : 0)))[axes[axis] ?? 0] ?? at;
  };
  if (folded) return { row: (at) => `${inWhole(plane.columns, at * FOLD)}`, column: (at) => (plane.columns === null ? "" : `+${at}`) };
  return { row: (at) => `${inWhole(plane.rows, at)}`, column: (at) => `${inWhole(plane.columns, at)}` };
}

function longestText(grid: Grid): number {
  let longest = 0;
  for (let row = 0; row < grid.rows; ++row) {
    for (let column = 0; column < grid.columns; ++column) longest = Math.max(longest, grid.text(row, column).length);
  }
  return Math.min(24, longest);
}
