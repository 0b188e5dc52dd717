// What can be said of a tensor in one cell of the table.
import type { ComponentChildren } from "preact";

import { countText, durationText, realText, shortCount } from "../../base/numbers";
import type { Health, TensorRow } from "../../protocol/messages";
import { typeText, VerdictMark } from "../../widgets/health";
import { percentText } from "../../widgets/health_bar";

export interface Column {
  key: string;
  heading: string;
  /** Where the heading is too short to tell. */
  meaning?: string;
  /** A key of Words.sort_keys. */
  sort?: string;
  width: number;
  right?: boolean;
  mono?: boolean;
  /** Shown until the user chooses otherwise. */
  usual: boolean;
  cell: (row: TensorRow) => ComponentChildren;
}

const KINDS: [keyof Health & ("nan" | "pos_inf" | "neg_inf"), string][] = [
  ["nan", "NaN"], ["pos_inf", "+∞"], ["neg_inf", "−∞"],
];

/** NaN and ±∞ by count. */
function badCells(health: Health): ComponentChildren {
  const bad = KINDS.filter(([kind]) => (health[kind] ?? 0) > 0);
  if (bad.length === 0) return health.bad === true ? <span class="chip chip-nan">bad</span> : null;
  return bad.map(([kind, sign]) => (
    <span class={`chip chip-${kind}`} key={kind}>{`${sign} ${shortCount(health[kind] ?? 0)}`}</span>
  ));
}

function zeroText(health: Health): string {
  if (health.zero === null) return "";
  if (health.zero === 0 || !health.elements) return countText(health.zero);
  return `${countText(health.zero)} · ${percentText(health.zero / health.elements)}`;
}

/** CPU:0 of /job:localhost/replica:0/task:0/device:CPU:0 */
export function deviceText(device: string): string {
  return device.replace(/^.*device:/, "");
}

export const COLUMNS: readonly Column[] = [
  { key: "verdict", heading: "", meaning: "Verdict", width: 28, usual: true, cell: (row) => (row.verdict !== null || row.health.bad === false) && <VerdictMark verdict={row.verdict} /> },
  { key: "name", heading: "Name", sort: "tensor_name", width: 262, mono: true, usual: true, cell: (row) => row.brief },
  { key: "op", heading: "Op type", sort: "op_type", width: 120, usual: true, cell: (row) => row.op_type },
  { key: "graph", heading: "Graph", sort: "graph", width: 130, mono: true, usual: false, cell: (row) => row.graph },
  { key: "type", heading: "Type", meaning: "dtype and shape, sorted by number of elements", sort: "elements", width: 120, mono: true, usual: true, cell: (row) => typeText(row.health) },
  { key: "health", heading: "NaN, ±∞", sort: "bad", width: 150, usual: true, cell: (row) => badCells(row.health) },
  { key: "min", heading: "Min", meaning: "Smallest finite element", sort: "min", width: 92, right: true, mono: true, usual: true, cell: (row) => realText(row.health.min) },
  { key: "mean", heading: "Mean", meaning: "Mean of the finite elements", sort: "mean", width: 92, right: true, mono: true, usual: true, cell: (row) => realText(row.health.mean) },
  { key: "max", heading: "Max", meaning: "Largest finite element", sort: "max", width: 92, right: true, mono: true, usual: true, cell: (row) => realText(row.health.max) },
  { key: "std", heading: "Std", meaning: "Standard deviation of the finite elements", width: 92, right: true, mono: true, usual: false, cell: (row) => realText(row.health.std) },
  { key: "l2", heading: "L2", meaning: "Root of the sum of squares", width: 92, right: true, mono: true, usual: false, cell: (row) => realText(row.health.l2) },
  { key: "zeros", heading: "Zeros", width: 112, right: true, usual: true, cell: (row) => zeroText(row.health) },
  { key: "step", heading: "Step", sort: "step", width: 52, right: true, usual: true, cell: (row) => (row.step === null ? "" : countText(row.step)) },
  { key: "execution", heading: "Execution", width: 80, right: true, usual: false, cell: (row) => (row.execution === null ? "" : countText(row.execution)) },
  { key: "time", heading: "Time", meaning: "Since the run began", sort: "timestamp", width: 78, right: true, usual: true, cell: (row) => durationText(row.time_ns) },
  { key: "device", heading: "Device", width: 80, usual: false, cell: (row) => deviceText(row.device) },
  { key: "size", heading: "Bytes", meaning: "Bytes in the recording", sort: "dump_size", width: 80, right: true, usual: false, cell: (row) => countText(row.bytes) },
  { key: "detail", heading: "Recorded", meaning: "How much was recorded of it", width: 110, usual: false, cell: (row) => row.detail.replaceAll("_", " ") },
];
