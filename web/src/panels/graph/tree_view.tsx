// Devices, graphs, scopes and ops, level by level, with a box on each; what is checked can be sent to the
// table of tensors.
import { useEffect, useRef, useState } from "preact/hooks";

import { countText, counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { go, run } from "../../engine/place";
import type { TreeRow } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";
import { VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { deviceColour } from "./devices";
import { checkedPaths, checkState, setCheck, type Checks } from "./tree_checks";

interface TreeViewProps {
  op: number | null;
  onOp: (op: number) => void;
}

/** All that the levels share. */
interface Shared extends TreeViewProps {
  pattern: string;
  byType: boolean;
  checks: Checks;
  opened: ReadonlyMap<string, boolean>;
  onToggle: (path: string, open: boolean) => void;
  onCheck: (path: string, on: boolean, parents: readonly string[]) => void;
  onKnown: (path: string, children: readonly TreeRow[]) => void;
  onError: (message: string | null) => void;
}

const TYPING_MS = 150;

export function TreeView(props: TreeViewProps) {
  const [typed, setTyped] = useState("");
  const [pattern, setPattern] = useState("");
  const [byType, setByType] = useState(false);
  const [checks, setChecks] = useState<Checks>(new Map());
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const known = useRef(new Map<string, readonly string[]>());
  const children = (path: string) => known.current.get(path);

  useEffect(() => {
    const timer = setTimeout(() => setPattern(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  // A device has no name among tensors: its graphs stand for it.
  const names = checkedPaths(checks, "", children)
    .flatMap((path) => (path.includes(">") ? [path] : (children(path) ?? [])))
    .map(nameOf);

  return (
    <div class="tree">
      <div class="tree-bar">
        <label class="tree-search">
          <Icon name="search" size={14} />
          <input type="text" value={typed} placeholder={byType ? "Op type, a regex" : "Name, a regex"} aria-label="Only ops that match this regular expression"
            aria-invalid={error !== null} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="button" aria-pressed={byType} title="Match op types instead of names" onClick={() => setByType(!byType)}>Type</button>
      </div>
      {error !== null && <p class="tree-error mono" role="alert">{error}</p>}
      <div class="tree-rows">
        <Level path="" parents={[]} depth={0} shared={{
          ...props, pattern, byType, checks, opened,
          onToggle: (path, open) => setOpened(new Map(opened).set(path, open)),
          onCheck: (path, on, parents) => setChecks(setCheck(checks, path, on, parents, children)),
          onKnown: (path, rows) => known.current.set(path, rows.map((row) => row.path)),
          onError: setError,
        }} />
      </div>
      {names.length > 0 && (
        <div class="tree-checked">
          <span>{`${countText(names.length)} checked`}</span>
          <button type="button" onClick={() => go({ view: "tensors", nodes: names.join(",") })}>Show tensors</button>
          <button type="button" class="quiet" onClick={() => setChecks(new Map())}>Clear</button>
        </div>
      )}
    </div>
  );
}

const FEW = 40;

function Level({ path, parents, depth, shared }: { path: string; parents: readonly string[]; depth: number; shared: Shared }) {
  const asked = useAnswer("tree", { run: run.value, path: path || null, pattern: shared.pattern || null, by_type: shared.byType });
  const rows = asked.value?.rows;
  // The regular expression is wrong on all levels alike: the first tells.
  const message = depth === 0 ? (asked.error?.message ?? null) : null;
  useEffect(() => {
    if (depth === 0) shared.onError(message);
  }, [message]);
  if (!rows) return null;
  if (!asked.stale && shared.pattern === "") shared.onKnown(path, rows);
  if (rows.length === 0 && depth === 0) return <p class="faint tree-none">{shared.pattern === "" ? "No ops were recorded." : "Nothing matches."}</p>;
  return (
    <ul>
      {rows.map((row) => {
        const alone = rows.length === 1 || depth === 0 || (shared.pattern !== "" && row.ops <= FEW);
        return <Row key={row.path} row={row} parents={parents} depth={depth} shared={shared} open={shared.opened.get(row.path) ?? alone} />;
      })}
      {(asked.value?.left_out ?? 0) > 0 && (
        <li class="faint tree-none" style={{ paddingLeft: 6 + depth * 12 }}>{`and ${countText(asked.value?.left_out ?? 0)} more: a regex above finds them`}</li>
      )}
    </ul>
  );
}

function Row({ row, parents, depth, shared, open }: { row: TreeRow; parents: readonly string[]; depth: number; shared: Shared; open: boolean }) {
  const leaf = row.kind === "op";
  const state = checkState(shared.checks, row.path);
  const current = leaf && row.op === shared.op;
  const label = row.kind === "device" ? deviceName(row.label) : row.kind === "scope" ? `${row.label}/` : row.label;
  const press = () => {
    if (!leaf) shared.onToggle(row.path, !open);
    else if (row.op !== null) shared.onOp(row.op);
  };
  return (
    <li>
      <div class={current ? "tree-row tree-current" : "tree-row"} style={{ paddingLeft: 6 + depth * 12 }}>
        {leaf ? <span class="tree-gap" /> : (
          <button type="button" class="tree-fold" aria-expanded={open} aria-label={`${open ? "Close" : "Open"} ${label}`} onClick={press}>
            <Icon name="open" size={11} />
          </button>
        )}
        <input type="checkbox" checked={state === true} aria-label={`Check ${label}`}
          ref={(box) => {
            if (box) box.indeterminate = state === "mixed";
          }}
          onChange={() => shared.onCheck(row.path, state !== true, parents)} />
        {row.kind === "device" && <span class="device-dot" style={{ background: deviceColour(row.label) }} />}
        <button type="button" class={`tree-label tree-${row.kind}`} title={titleOf(row)} aria-current={current ? "true" : undefined} onClick={press}>
          {label}
        </button>
        {row.worst !== null && <VerdictMark verdict={row.worst} />}
        <span class={leaf ? "tree-more" : "tree-more tree-count"}>{leaf ? (row.label.startsWith(row.op_type) ? "" : row.op_type) : countText(row.ops)}</span>
      </div>
      {!leaf && open && <Level path={row.path} parents={[row.path, ...parents]} depth={depth + 1} shared={shared} />}
    </li>
  );
}

/** As tensors and commands name it. What is in graphs without a name has no graph before it. */
function nameOf(path: string): string {
  return path.slice(path.indexOf(">") + 1).replace(/^::(?=.)/, "").replace(/\/$/, "");
}

function titleOf(row: TreeRow): string {
  const name = row.kind === "device" ? row.label : nameOf(row.path);
  return row.kind === "op" ? `${name}\n${row.op_type}` : `${name}\n${counted(row.ops, "op")}`;
}
