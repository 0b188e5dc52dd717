// Alerts: the list of bad values on the left, the cause of the selected one on the right.
import { useEffect, useState } from "preact/hooks";

import { useAnswer } from "../../engine/answer";
import { go, numberOf, run, textOf } from "../../engine/place";
import { useShortcut } from "../../engine/shortcuts";
import type { Alerts, Verdict } from "../../protocol/messages";
import { Failed } from "../../widgets/notice";
import { Split } from "../../widgets/split";
import { AlertList } from "./alert_list";
import { CauseView } from "./cause_view";
import { FilterBar } from "./filter_bar";
import { foldAlerts, neighbour, type AlertLine } from "./folding";
import { LossScalerList } from "./loss_scaler_list";
import { NoAlerts, NothingFits } from "./no_alerts";
import { WarningList } from "./warning_list";
import "./panel.css";

/** The first page is small so that it is there at once; then comes as much as one request may ask. */
const FIRST_PAGE = 200;
const WHOLE_PAGE = 2000;

const VERDICTS: readonly Verdict[] = ["origin", "inherited", "masked", "handled"];

export function AlertsPanel() {
  const verdict = VERDICTS.find((known) => known === textOf("verdict")) ?? null;
  const text = textOf("text") ?? "";
  const [count, setCount] = useState(FIRST_PAGE);
  const alerts = useAnswer("alerts", { run: run.value, begin: 0, count, verdict, text: text === "" ? null : text });
  const answer = alerts.value;
  useEffect(() => {
    if (answer !== null && answer.total > answer.rows.length) setCount(WHOLE_PAGE);
  }, [answer]);

  if (answer === null) return alerts.error ? <Failed error={alerts.error} /> : null;
  if (answer.origins + answer.inherited + answer.masked + answer.handled === 0) return <><NoAlerts /><WarningList /></>;
  return <AlertsFound answer={answer} verdict={verdict} text={text} />;
}

interface AlertsFoundProps {
  answer: Alerts;
  verdict: Verdict | null;
  text: string;
}

function AlertsFound({ answer, verdict, text }: AlertsFoundProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const asked = numberOf("event");
  const heirTo = answer.rows.find((row) => row.event === asked)?.origin ?? null;
  // Who searches wants to see what was found, and who follows a link the row it leads to.
  const lines = foldAlerts(answer.rows, text !== "" ? "all" : heirTo === null ? opened : new Set([...opened, heirTo]));
  const selected = asked ?? firstOf(lines);
  useEffect(() => {
    // The selection is written into the URL, so that nothing else is selected by itself when the trace grows.
    if (asked === null && selected !== null) go({ event: selected }, "replace");
  }, [asked, selected]);

  const select = (event: number) => go({ event });
  const move = (by: 1 | -1) => {
    const next = neighbour(lines, selected, by);
    if (next) select(next.event);
  };
  const fold = (event: number, open: boolean) => {
    const next = new Set(opened);
    if (open) next.add(event);
    else next.delete(event);
    setOpened(next);
    // An heir that is hidden now cannot stay selected.
    if (!open && heirTo === event) select(event);
  };
  const row = answer.rows.find((known) => known.event === selected);
  useShortcut("j n ArrowDown", "next alert", () => move(1));
  useShortcut("k p ArrowUp", "previous alert", () => move(-1));
  useShortcut("ArrowRight", "show what inherited from it", () => row && fold(row.event, true));
  useShortcut("ArrowLeft", "fold what inherited from it", () => row && fold(row.origin ?? row.event, false));
  useShortcut("Enter", "show the value", () => selected !== null && go({ view: "value", event: selected }));
  useShortcut("s", "show the source line", () => {
    if (row?.place) go({ view: "source", file: row.place.file, line: row.place.line, op: row.op });
  });
  useShortcut("g", "show the op in its graph", () => row && row.op !== null && go({ view: "graph", op: row.op }));

  return (
    <Split name="alerts" direction="row" first={0.38}>
      <section class="alerts" aria-label="Alerts">
        <FilterBar answer={answer} verdict={verdict} text={text} onMove={move} />
        {lines.length === 0
          ? <NothingFits />
          : <AlertList lines={lines} selected={selected} left={answer.total - answer.rows.length} onFold={fold} />}
        <LossScalerList texts={answer.loss_scalers} />
        <WarningList />
      </section>
      {selected === null ? null : <CauseView event={selected} count={row?.count ?? 1} />}
    </Split>
  );
}

function firstOf(lines: readonly AlertLine[]): number | null {
  return neighbour(lines, null, 1)?.event ?? null;
}
