// What happened, in one line.
import type { AlertRow, BadKind, Cause, Place } from "../../protocol/messages";

const KINDS: Record<BadKind, string> = { nan: "NaN", pos_inf: "+∞", neg_inf: "−∞", error: "An error" };

/** "NaN", "−∞"; "A bad value" where the recording does not tell which. */
export function kindText(kind: BadKind | null): string {
  return kind === null ? "A bad value" : KINDS[kind];
}

/** "−∞ born in Log, step 2, in loss()" */
export function headline(cause: Pick<Cause, "alert" | "iteration">): string {
  return happened(cause.alert) + moment(cause.alert, cause.iteration) + place(cause.alert);
}

function happened(alert: AlertRow): string {
  const type = alert.op_type === "" ? "an op that was not recorded" : alert.op_type;
  if (alert.kind === "error") return `${type} failed`;
  const kind = kindText(alert.kind);
  if (alert.verdict === "masked") return `${kind} in ${type}, of which nothing bad came`;
  if (alert.verdict === "handled") return `${kind} in ${type}, for which a loss scaler skipped the step`;
  if (alert.verdict === "inherited") return `${kind} handed on by ${type}`;
  if (alert.source === "input") return `${kind} came in through ${type}`;
  if (alert.source === "constant") return `${kind} in a constant, ${type}`;
  if (alert.source === "variable") return `${kind} in a variable, read by ${type}`;
  return `${kind} born in ${type}`;
}

function moment(alert: AlertRow, iteration: number | null): string {
  const when = alert.step !== null ? `, step ${alert.step}` : alert.execution !== null ? `, execution ${alert.execution}` : "";
  return iteration === null ? when : `${when}, iteration ${iteration}`;
}

function place(alert: AlertRow): string {
  const { layer } = alert;
  if (layer !== null && isSamePlace(layer.made, alert.place)) return `, in ${layer.path}`;
  const name = alert.place?.function || alert.graph;
  return name === "" || name === "<module>" ? "" : `, in ${name}()`;
}

function isSamePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && a.path === b.path && a.line === b.line;
}
