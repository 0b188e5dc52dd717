// All tensor events of the run, in one table.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";

import { counted, countText } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { go, numberOf, run, textOf } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { useShortcut } from "../../engine/shortcuts";
import type { TensorRow } from "../../protocol/messages";
import { Empty, Failed } from "../../widgets/notice";
import { ColumnMenu, shownColumns } from "./column_choice";
import { Details } from "./details";
import { FilterBox } from "./filter_box";
import { QuickFilters } from "./quick_filters";
import { TensorTable } from "./table";
import { useTensorList, type ShownList, type TensorQuery } from "./tensor_list";
import "./tensors.css";

export function TensorsPanel() {
  const filter = textOf("filter") ?? "";
  const nodes = (textOf("nodes") ?? "").split(",").filter((name) => name !== "");
  const sort = textOf("sort");
  const descending = textOf("descending") === "1";
  const selected = numberOf("event");
  const query: TensorQuery = {
    run: run.value,
    filter: filter || null,
    nodes: nodes.length > 0 ? nodes : null,
    sort,
    descending,
  };
  const shown = useTensorList(query);
  const words = useAnswer("words", { run: run.value }).value;
  const sortKeys = useMemo(() => new Set(words?.sort_keys.map((key) => key.text)), [words]);
  const total = shown.list?.total ?? 0;
  const { cursor, moveTo, choose, page } = useCursor(shown, query, selected);

  const sortBy = useCallback((key: string) => {
    if (textOf("sort") !== key) go({ sort: key, descending: null });
    else if (textOf("descending") !== "1") go({ descending: "1" });
    else go({ sort: null, descending: null });
  }, []);
  const onFilter = (next: string) => go({ filter: next || null });

  return (
    <div class="tensors">
      <div class="tensors-bar">
        <FilterBox filter={filter} words={words} onFilter={onFilter}
          error={shown.error && shown.error.status !== 0 ? shown.error.message : null} />
        <GoToRow total={total} onRow={moveTo} />
        <ColumnMenu />
      </div>
      <div class="tensors-bar tensors-chips">
        <QuickFilters filter={filter} named={words?.filters ?? []} onFilter={onFilter} />
        {nodes.map((node) => (
          <button type="button" class="tensors-chip tensors-chip-node mono" key={node} title={`Only what lies in ${node}. Click to remove.`}
            aria-label={`Remove ${node}`} onClick={() => go({ nodes: nodes.filter((other) => other !== node).join(",") || null })}>
            in {node} <span aria-hidden="true">×</span>
          </button>
        ))}
        <FoundText shown={shown} filtered={filter !== "" || nodes.length > 0} />
      </div>
      {total > 0 ? (
        <TensorTable shown={shown} columns={shownColumns()} sort={sort} descending={descending}
          sortKeys={sortKeys} onSort={sortBy} cursor={cursor} selected={selected} onChoose={choose} onVisible={page} />
      ) : (
        <NoRows shown={shown} filtered={filter !== "" || nodes.length > 0} />
      )}
      {selected !== null && <Details event={selected} onClose={() => go({ event: null })} />}
    </div>
  );
}

/** The row that keys move: the chosen one at first. */
function useCursor(shown: ShownList, query: TensorQuery, selected: number | null) {
  const [cursor, setCursor] = useState<number | null>(null);
  const seen = useRef<[number, number]>([0, 1]);
  const page = useCallback((begin: number, end: number) => {
    seen.current = [begin, end];
  }, []);
  const total = shown.list?.total ?? 0;

  /** The list and the chosen event for which the user has put the cursor somewhere: it stays there. */
  const placed = useRef("");
  const placeOf = (event: number | null) => `${event} in ${shown.question}`;

  useEffect(() => setCursor(null), [shown.question]);
  // Where a link, or another order, has put the chosen event.
  const knows = cursor !== null && selected !== null && !shown.stale && shown.list?.row(cursor)?.event === selected;
  const asked = useAnswer("tensor_place", selected === null || knows || shown.stale || placed.current === placeOf(selected) ? null : { ...query, event: selected }, { grows: false });
  useEffect(() => {
    if (asked.value && !asked.stale && asked.value.row !== null) setCursor(asked.value.row);
  }, [asked.value, asked.stale]);

  const choose = useCallback((index: number, row: TensorRow) => {
    placed.current = placeOf(row.event);
    setCursor(index);
    go({ event: row.event });
  }, [shown.question]);
  const moveTo = (index: number) => {
    if (total === 0) return;
    const next = Math.max(0, Math.min(total - 1, index));
    const row = shown.list?.row(next);
    placed.current = placeOf(selected !== null && row ? row.event : selected);
    setCursor(next);
    if (selected !== null && row) go({ event: row.event }, "replace");
  };
  const at = cursor ?? -1;
  const pageRows = Math.max(1, seen.current[1] - seen.current[0] - 4);
  useShortcut("j ArrowDown", "Next row", () => moveTo(at + 1));
  useShortcut("k ArrowUp", "Previous row", () => moveTo(at - 1));
  useShortcut("PageDown", "A page down", () => moveTo(at + pageRows));
  useShortcut("PageUp", "A page up", () => moveTo(at - pageRows));
  useShortcut("Home", "First row", () => moveTo(0));
  useShortcut("End", "Last row", () => moveTo(total - 1));
  useShortcut("Enter", "Details of the row", () => {
    const row = cursor === null ? undefined : shown.list?.row(cursor);
    if (row) go({ event: row.event });
  });
  useShortcut("Escape", "Close the details", () => go({ event: null }));
  useShortcut("v", "Value of the row", () => {
    const row = cursor === null ? undefined : shown.list?.row(cursor);
    if (row) go({ view: "value", event: row.event });
  });
  useShortcut("/", "Filter", () => document.getElementById("tensors-filter")?.focus());
  return { cursor, moveTo, choose, page };
}

function FoundText({ shown, filtered }: { shown: ShownList; filtered: boolean }) {
  const total = shown.list?.total;
  if (total === null || total === undefined) return null;
  const all = currentRun()?.tensors;
  return (
    <span class="tensors-found faint" role="status">
      {filtered && all !== undefined ? `${countText(total)} of ${counted(all, "tensor")}` : counted(total, "tensor")}
      {shown.stale && shown.error === null && ", filtering…"}
    </span>
  );
}

function GoToRow({ total, onRow }: { total: number; onRow: (index: number) => void }) {
  return (
    <form class="tensors-goto" onSubmit={(event) => {
      event.preventDefault();
      const input = event.currentTarget.elements.namedItem("row");
      if (!(input instanceof HTMLInputElement) || !/^\d+$/.test(input.value)) return;
      onRow(Number(input.value) - 1);
      input.blur();
    }}>
      <input name="row" type="text" inputMode="numeric" placeholder="Go to row" aria-label={`Go to row, 1 to ${total}`} disabled={total === 0} />
    </form>
  );
}

function NoRows({ shown, filtered }: { shown: ShownList; filtered: boolean }) {
  if (shown.error && (shown.error.status === 0 || !filtered)) return <Failed error={shown.error} />;
  if (shown.error) return <Empty title="The filter was not understood"><p>What is wrong with it stands below the filter.</p></Empty>;
  if (shown.list === null) return <div class="tensors-table" aria-busy="true" />;
  if (filtered) {
    return (
      <Empty title="No tensor passes the filter">
        <p>What a recording does not tell is unknown, and passes no comparison: <code>max &gt; 1</code> needs a recording that kept max.</p>
        <button type="button" onClick={() => go({ filter: null, nodes: null })}>Show all tensors</button>
      </Empty>
    );
  }
  return (
    <Empty title="No tensor was recorded">
      <p>{currentRun()?.state === "running"
        ? "The program has not computed one yet. Rows appear here as they come."
        : "The program ended before it computed one, or what was recorded of it holds no tensors."}</p>
      <p>To record more: <code>tdbg record --mode full_health PROGRAM</code></p>
    </Empty>
  );
}
