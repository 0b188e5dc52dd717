// The table: headings that sort and can be dragged wider, rows that can be chosen.
import { useCallback, useMemo } from "preact/hooks";

import type { TensorRow } from "../../protocol/messages";
import { VirtualRows } from "../../widgets/virtual_rows";
import { setWidth } from "./column_choice";
import type { Column } from "./columns";
import { paintRow } from "./row_painter";
import type { ShownList } from "./tensor_list";

const ROW_PX = 26;

interface TableProps {
  shown: ShownList;
  columns: Column[];
  /** That can be sorted by. */
  sortKeys: ReadonlySet<string>;
  sort: string | null;
  descending: boolean;
  onSort: (key: string) => void;
  /** The row that keys move. */
  cursor: number | null;
  /** The event that is shown in detail. */
  selected: number | null;
  onChoose: (index: number, row: TensorRow) => void;
  onVisible: (begin: number, end: number) => void;
}

export function TensorTable(props: TableProps) {
  const { shown, columns, cursor, selected, onChoose, onVisible } = props;
  const { list } = shown;
  const shape = columns.map((column) => `${column.key}:${column.width}`).join();
  const width = columns.reduce((sum, column) => sum + column.width, 0);

  const paint = useCallback((element: HTMLElement, index: number) => {
    const data = list?.row(index);
    paintRow(element, columns, shape, { index, data, here: index === cursor, chosen: data !== undefined && data.event === selected });
  }, [list, shown.tick, shape, cursor, selected]);

  const header = useMemo(
    () => <Headings {...props} />,
    [shape, props.sort, props.descending, props.sortKeys],
  );
  const visible = useCallback((begin: number, end: number) => {
    list?.want(begin, end);
    onVisible(begin, end);
  }, [list, onVisible]);
  const onClick = (event: MouseEvent) => {
    const element = event.target instanceof Element ? event.target.closest("[role=row]") : null;
    const index = Number(element?.getAttribute("aria-rowindex") ?? NaN) - 2;
    const data = list?.row(index);
    if (data) onChoose(index, data);
  };

  return (
    <div class={`tensors-table${shown.stale ? " tensors-stale" : ""}`} onClick={onClick}
      style={{ "--columns": columns.map(trackOf).join(" ") }}>
      <VirtualRows count={list?.total ?? 0} rowHeight={ROW_PX} label="Tensors" role="grid" paint={paint} header={header}
        width={width} onVisible={visible} focus={cursor} list={shown.question} />
    </div>
  );
}

/** Names take the room that is left. */
function trackOf(column: Column): string {
  return column.key === "name" ? `minmax(${column.width}px, 1fr)` : `${column.width}px`;
}

function Headings({ columns, sortKeys, sort, descending, onSort }: TableProps) {
  return (
    <div class="tensors-row tensors-headings" role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const by = column.sort !== undefined && sortKeys.has(column.sort) ? column.sort : null;
        const sorted = by !== null && by === sort;
        return (
          <div class={`tensors-heading${column.right ? " tensors-right" : ""}`} role="columnheader" key={column.key}
            aria-sort={sorted ? (descending ? "descending" : "ascending") : undefined}>
            {by === null ? (
              <span title={column.meaning}>{column.heading || <span class="unseen">{column.meaning}</span>}</span>
            ) : (
              <button type="button" title={`${column.meaning ?? column.heading}: click to sort`} onClick={() => onSort(by)}>
                {column.heading}<span class="tensors-arrow" aria-hidden="true">{sorted ? (descending ? "↓" : "↑") : ""}</span>
              </button>
            )}
            <Grip column={column} />
          </div>
        );
      })}
    </div>
  );
}

/** The right border of a heading. */
function Grip({ column }: { column: Column }) {
  return (
    <span class="tensors-grip" role="separator" aria-orientation="vertical" aria-label={`Width of ${column.heading || column.meaning}`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const heading = event.currentTarget.parentElement;
        if (heading) setWidth(column.key, event.clientX - heading.getBoundingClientRect().left);
      }}
      onClick={(event) => event.stopPropagation()} />
  );
}
