// The list of alerts as it is shown: origins, under each those that inherited from it, and those apart that were masked or handled.
import type { AlertRow } from "../../protocol/messages";

export type AlertLine =
  | { kind: "alert"; row: AlertRow; inner: boolean; heirs: number; open: boolean }
  | { kind: "heading"; text: string; count: number };

/** `open` has the events of origins whose heirs are shown; "all" shows every one. */
export function foldAlerts(rows: readonly AlertRow[], open: ReadonlySet<number> | "all"): AlertLine[] {
  const heirs = new Map<number, AlertRow[]>();
  const strays: AlertRow[] = [];
  const origins = rows.filter((row) => row.verdict === "origin");
  for (const origin of origins) heirs.set(origin.event, []);
  for (const row of rows) {
    if (row.verdict === "inherited") (heirs.get(row.origin ?? -1) ?? strays).push(row);
  }

  const lines: AlertLine[] = [];
  for (const row of origins) {
    const own = heirs.get(row.event) ?? [];
    const shown = open === "all" || open.has(row.event);
    lines.push({ kind: "alert", row, inner: false, heirs: alertsIn(own), open: shown });
    if (shown) lines.push(...own.map((heir) => plain(heir, true)));
  }
  if (strays.length > 0) {
    if (origins.length > 0) lines.push({ kind: "heading", text: "Inherited from elsewhere", count: alertsIn(strays) });
    lines.push(...strays.map((row) => plain(row, false)));
  }
  for (const [verdict, text] of [["masked", "Masked"], ["handled", "Handled"]] as const) {
    const harmless = rows.filter((row) => row.verdict === verdict);
    if (harmless.length > 0 && lines.length > 0) lines.push({ kind: "heading", text, count: alertsIn(harmless) });
    lines.push(...harmless.map((row) => plain(row, false)));
  }
  return lines;
}

/** Rows stand for as many alerts as differ in time alone. */
function alertsIn(rows: readonly AlertRow[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

function plain(row: AlertRow, inner: boolean): AlertLine {
  return { kind: "alert", row, inner, heirs: 0, open: false };
}

export function lineOf(lines: readonly AlertLine[], event: number | null): number {
  return lines.findIndex((line) => line.kind === "alert" && line.row.event === event);
}

/** The alert after (or before) the selected one; the first where none is. */
export function neighbour(lines: readonly AlertLine[], event: number | null, by: 1 | -1): AlertRow | null {
  const alerts = lines.flatMap((line) => (line.kind === "alert" ? [line.row] : []));
  const at = alerts.findIndex((row) => row.event === event);
  return (at < 0 ? alerts[0] : alerts[at + by]) ?? null;
}
