// What can be said of a tensor in one cell of the table.
import type { ComponentChildren } from "preact";

import { countText, realText, shortCount, sinceText } from "../../base/numbers";
import type { Health, TensorRow } from "../../protocol/messages";
import { typeText, VerdictMark } from "../../widgets/health";
import { percentText } from "../../widgets/health_bar";
import { deviceName } from "../../widgets/device_name";

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
  /** What it says of a row; in signs, where it is made of more than text. */
  text: (row: TensorRow) => string;
  signs?: (row: TensorRow) => ComponentChildren;
}

const KINDS: [keyof Health & ("nan" | "pos_inf" | "neg_inf"), string][] = [
  ["nan", "NaN"], ["pos_inf", "+∞"], ["neg_inf", "−∞"],
];

/** NaN and ±∞ by count. */
function badText(health: Health): string {
  const bad = KINDS.filter(([kind]) => (health[kind] ?? 0) > 0);
  if (bad.length === 0) return health.bad === true ? "bad" : "";
  return bad.map(([kind, sign]) => `${sign} ${shortCount(health[kind] ?? 0)}`).join(", ");
}

function badChips(health: Health): ComponentChildren {
  const bad = KINDS.filter(([kind]) => (health[kind] ?? 0) > 0);
  if (bad.length === 0) return <span class="chip chip-nan">bad</span>;
  return bad.map(([kind, sign]) => <span class={`chip chip-${kind}`} key={kind}>{`${sign} ${shortCount(health[kind] ?? 0)}`}</span>);
}

function zeroText(health: Health): string {
  if (health.zero === null) return "";
  if (health.zero === 0 || !health.elements) return shortCount(health.zero);
  return `${shortCount(health.zero)} · ${percentText(health.zero / health.elements)}`;
}

export const COLUMNS: readonly Column[] = [
  { key: "verdict", heading: "", meaning: "Verdict", width: 28, usual: true, text: (row) => row.verdict ?? (row.health.bad === false ? "clean" : ""), signs: (row) => <VerdictMark verdict={row.verdict} /> },
  { key: "name", heading: "Name", sort: "tensor_name", width: 244, mono: true, usual: true, text: (row) => row.brief },
  { key: "op", heading: "Op type", sort: "op_type", width: 112, usual: true, text: (row) => row.op_type },
  { key: "graph", heading: "Graph", sort: "graph", width: 130, mono: true, usual: false, text: (row) => row.graph },
  { key: "type", heading: "Type", meaning: "dtype and shape, sorted by number of elements", sort: "elements", width: 136, mono: true, usual: true, text: (row) => typeText(row.health) },
  { key: "health", heading: "NaN, ±∞", sort: "bad", width: 138, usual: true, text: (row) => badText(row.health), signs: (row) => badChips(row.health) },
  { key: "min", heading: "Min", meaning: "Smallest finite element", sort: "min", width: 92, right: true, mono: true, usual: true, text: (row) => realText(row.health.min) },
  { key: "mean", heading: "Mean", meaning: "Mean of the finite elements", sort: "mean", width: 92, right: true, mono: true, usual: true, text: (row) => realText(row.health.mean) },
  { key: "max", heading: "Max", meaning: "Largest finite element", sort: "max", width: 92, right: true, mono: true, usual: true, text: (row) => realText(row.health.max) },
  { key: "std", heading: "Std", meaning: "Standard deviation of the finite elements", width: 92, right: true, mono: true, usual: false, text: (row) => realText(row.health.std) },
  { key: "l2", heading: "L2", meaning: "Root of the sum of squares", width: 92, right: true, mono: true, usual: false, text: (row) => realText(row.health.l2) },
  { key: "zeros", heading: "Zeros", width: 104, right: true, usual: true, text: (row) => zeroText(row.health) },
  { key: "step", heading: "Step", sort: "step", width: 64, right: true, usual: true, text: (row) => `${row.step ?? ""}` },
  { key: "execution", heading: "Execution", width: 80, right: true, usual: false, text: (row) => `${row.execution ?? ""}` },
  { key: "time", heading: "Time", meaning: "Since the run began", sort: "timestamp", width: 96, right: true, usual: true, text: (row) => sinceText(row.time_ns) },
  { key: "device", heading: "Device", width: 80, usual: false, text: (row) => deviceName(row.device) },
  { key: "size", heading: "Bytes", meaning: "Bytes in the recording", sort: "dump_size", width: 80, right: true, usual: false, text: (row) => countText(row.bytes) },
  { key: "detail", heading: "Recorded", meaning: "How much was recorded of it", width: 110, usual: false, text: (row) => row.detail.replaceAll("_", " ") },
];
