// The signs of health: verdicts, kinds of bad values, and the chips that count them.
import type { BadKind, Health, Verdict } from "../protocol/messages";
import { countText, realText, shapeText } from "../base/numbers";
import "./health.css";

const VERDICT_SIGNS: Record<Verdict, string> = { origin: "●", inherited: "○", masked: "⊘", handled: "⊙" };

/** The sign of a verdict; "✓" where nothing bad is known. */
export function VerdictMark({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <span class="verdict verdict-none" role="img" aria-label="clean">✓</span>;
  return <span class={`verdict verdict-${verdict}`} role="img" aria-label={verdict}>{VERDICT_SIGNS[verdict]}</span>;
}

const KIND_SIGNS: Record<BadKind, string> = { nan: "▲ NaN", pos_inf: "+∞", neg_inf: "−∞", error: "✕ error" };

export function KindChip({ kind }: { kind: BadKind }) {
  return <span class={`chip chip-${kind}`}>{KIND_SIGNS[kind]}</span>;
}

/** "f32[100,10]", then NaN, ±∞ by count where there are any, else min … max. */
export function HealthChips({ health }: { health: Health }) {
  const counts: [BadKind, number | null][] = [
    ["nan", health.nan],
    ["pos_inf", health.pos_inf],
    ["neg_inf", health.neg_inf],
  ];
  const bad = counts.filter(([, count]) => count !== null && count > 0);
  return (
    <span class="health">
      {bad.map(([kind, count]) => (
        <span class={`chip chip-${kind}`} key={kind}>{`${KIND_SIGNS[kind]} ${countText(count ?? 0)}`}</span>
      ))}
      {bad.length === 0 && health.bad === true && <span class="chip chip-nan">▲ bad</span>}
      {health.min !== null && (
        <span class="range mono">{`${realText(health.min)} … ${realText(health.max)}`}</span>
      )}
    </span>
  );
}

const SHORT_DTYPES: Record<string, string> = {
  float16: "f16", float32: "f32", float64: "f64", bfloat16: "bf16", int8: "i8", int16: "i16", int32: "i32",
  int64: "i64", uint8: "u8", uint16: "u16", uint32: "u32", uint64: "u64", complex64: "c64", complex128: "c128",
};

/** "f32[100,10]" */
export function typeText(health: Health): string {
  return `${SHORT_DTYPES[health.dtype] ?? health.dtype}${health.shape === null ? "" : shapeText(health.shape)}`;
}
