// The shares of a tensor's elements by their kind, as one bar, with a legend that counts them.
import { countText } from "../base/numbers";
import type { Health } from "../protocol/messages";
import "./health_bar.css";

interface Share {
  kind: string;
  sign: string;
  count: number;
}

/** In the order of the number line, NaN before it; only what was recorded. */
export function sharesOf(health: Health): Share[] {
  const shares: [string, string, number | null][] = [
    ["nan", "▲ NaN", health.nan],
    ["neg-inf", "−∞", health.neg_inf],
    ["negative", "negative", health.negative],
    ["zero", "zero", health.zero],
    ["positive", "positive", health.positive],
    ["pos-inf", "+∞", health.pos_inf],
  ];
  return shares.flatMap(([kind, sign, count]) => (count === null ? [] : [{ kind, sign, count }]));
}

/** `brief` names only the kinds that there are. */
export function HealthBar({ health, brief = false }: { health: Health; brief?: boolean }) {
  const shares = sharesOf(health);
  if (shares.length === 0) return <p class="faint">How the elements are shared out was not recorded.</p>;
  const sum = shares.reduce((total, share) => total + share.count, 0);
  const whole = Math.max(health.elements ?? 0, sum);
  const rest = whole - sum;
  const present = shares.filter((share) => share.count > 0);
  return (
    <div class="health-bar">
      <div class="health-bar-line" role="img" aria-label={present.map((share) => `${share.sign} ${countText(share.count)}`).join(", ") || "no elements"}>
        {present.map((share) => (
          <span class={`share share-${share.kind}`} key={share.kind} style={{ flexGrow: `${share.count}` }}
            title={`${share.sign}: ${countText(share.count)}`} />
        ))}
        {rest > 0 && <span class="share share-rest" style={{ flexGrow: `${rest}` }} title={`finite: ${countText(rest)}`} />}
      </div>
      <ul class="health-bar-legend">
        {(brief ? present : shares).map((share) => (
          <li key={share.kind} class={share.count === 0 ? "share-none" : ""}>
            <span class={`share-mark share-${share.kind}`} aria-hidden="true" />
            {share.sign} <b>{countText(share.count)}</b>{share.count > 0 && <span class="faint">{percentText(share.count / whole)}</span>}
          </li>
        ))}
        {rest > 0 && <li><span class="share-mark share-rest" aria-hidden="true" />finite <b>{countText(rest)}</b></li>}
        {health.subnormal !== null && (health.subnormal > 0 || !brief) && (
          <li class={health.subnormal === 0 ? "share-none" : ""}>
            <span class="share-mark share-subnormal" aria-hidden="true" />subnormal <b>{countText(health.subnormal)}</b>
            {health.subnormal > 0 && <span class="faint">{percentText(health.subnormal / whole)}</span>}
          </li>
        )}
      </ul>
    </div>
  );
}

/** 90 %, 0.4 %, <0.1 % */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  if (percent > 99.9 && percent < 100) return ">99.9 %";
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
}
