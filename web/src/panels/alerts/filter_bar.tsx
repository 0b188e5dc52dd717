// Which alerts are listed, and the way from one to the next.
import { countText } from "../../base/numbers";
import { go } from "../../engine/place";
import type { Alerts, Verdict } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";

interface FilterBarProps {
  answer: Alerts;
  verdict: Verdict | null;
  text: string;
  onMove: (by: 1 | -1) => void;
}

export function FilterBar({ answer, verdict, text, onMove }: FilterBarProps) {
  const choices: [Verdict | null, string, number][] = [
    [null, "All", answer.origins + answer.inherited + answer.masked + answer.handled],
    ["origin", "Origins", answer.origins],
    ["inherited", "Inherited", answer.inherited],
    ["masked", "Masked", answer.masked],
  ];
  // Few programs scale their loss.
  if (answer.handled > 0) choices.push(["handled", "Handled", answer.handled]);
  return (
    <div class="alerts-bar">
      <div class="verdicts" role="group" aria-label="Show by verdict">
        {choices.map(([choice, word, count]) => (
          <button key={word} type="button" aria-pressed={verdict === choice} disabled={count === 0}
            onClick={() => go({ verdict: verdict === choice ? null : choice })}>
            {choice && <VerdictMark verdict={choice} />}{word}<span class="count">{countText(count)}</span>
          </button>
        ))}
      </div>
      <div class="alerts-search">
        <input type="search" value={text} placeholder="Filter by op, type, graph or file" aria-label="Filter alerts"
          onInput={(event) => go({ text: event.currentTarget.value || null }, "replace")} />
        <button type="button" class="quiet" aria-label="Previous alert" title="Previous  (p)" onClick={() => onMove(-1)}>
          <Icon name="previous" />
        </button>
        <button type="button" class="quiet" aria-label="Next alert" title="Next  (n)" onClick={() => onMove(1)}>
          <Icon name="next" />
        </button>
      </div>
    </div>
  );
}
