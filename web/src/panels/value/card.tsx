// One tensor: what it is, when, which part of it, and how it is shown.
import { useRef, useState } from "preact/hooks";

import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { TensorInfo } from "../../protocol/messages";
import { typeText, VerdictMark } from "../../widgets/health";
import { HealthBar } from "../../widgets/health_bar";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { Failed } from "../../widgets/notice";
import { BadElements } from "./bad_elements";
import { VIEWS, type CardState, type ViewName } from "./cards";
import { ExportMenu } from "./export_menu";
import { HeatView } from "./heat_view";
import { HistogramView } from "./histogram_view";
import { LineView } from "./line_view";
import { Occurrences } from "./occurrences";
import { planeOf, planeText } from "./plane";
import { ScalarView } from "./scalar_view";
import { parseSlice } from "./slice";
import { SliceBar } from "./slice_bar";
import type { Subject } from "./subject";
import { TableView } from "./table_view";
import { TimeView } from "./time_view";

const MOST_POINTS = 2000;
const VIEW_WORDS: Record<ViewName, string> = { table: "Table", heat: "Heat map", histogram: "Histogram", line: "Line", time: "Over time" };

interface CardProps {
  card: CardState;
  pinned: boolean;
  onPin: () => void;
  onClose: () => void;
  onChange: (changes: Partial<CardState>, how?: "push" | "replace") => void;
}

export function Card({ card, pinned, onPin, onClose, onChange }: CardProps) {
  const { event, slice } = card;
  const body = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number[] | null>(null);
  const asked = useAnswer("tensor", { run: run.value, event });
  const info = asked.value;
  const history = useAnswer("history", info && { run: run.value, event: info.first, most: MOST_POINTS }).value;
  // A single cell tells the shape, what is wrong with the slice, and the slice's health.
  const probe = useAnswer("value", info?.row.has_value ? { run: run.value, event: info.row.event, slice, most: 1 } : null, { grows: false });
  // What cannot be read as a whole has no value, whatever was promised.
  const unreadable = slice === "" && probe.error !== null && !probe.stale ? probe.error.message : null;
  const hasValue = info?.row.has_value === true && unreadable === null;
  const shape = probe.value?.shape ?? info?.row.health.shape ?? null;
  const part = shape && parseSlice(slice, shape);
  const plane = part && planeOf(card.plane, part);
  const show = !hasValue ? "time" : (card.show ?? "table");

  if (asked.error) return <article class="value-card" aria-label="A tensor"><CardButtons pinned={pinned} onPin={onPin} onClose={onClose} /><Failed error={asked.error} /></article>;
  if (!info) return <article class="value-card" aria-busy="true" aria-label="A tensor" />;
  const subject: Subject | null = part && plane && hasValue && !probe.error ? {
    run: run.value,
    event: info.row.event,
    dtype: probe.value?.dtype ?? info.row.health.dtype,
    slice, part, plane,
    health: probe.value?.health ?? info.row.health,
    cursor: cursor?.length === plane.at.length ? cursor : null,
    onCursor: (index) => {
      setCursor(index);
      const text = planeText({ ...plane, at: index });
      if (text !== planeText(plane)) onChange({ plane: text }, "replace");
    },
  } : null;
  return (
    <article class="value-card" aria-label={info.row.name}>
      <Title info={info}><CardButtons pinned={pinned} onPin={onPin} onClose={onClose} /></Title>
      <Occurrences info={info} history={history} onEvent={(next, how) => onChange({ event: next }, how)} />
      {hasValue ? (
        <SliceBar slice={slice} error={probe.error && !probe.stale ? probe.error.message : null} part={part} plane={plane}
          onSlice={(next) => {
            if (next === slice) return;
            setCursor(null);
            onChange({ slice: next, plane: "" });
          }}
          onPlane={(next, how) => onChange({ plane: next }, how)} />
      ) : <NoValue why={unreadable ?? info.why_no_value} curable={unreadable === null} />}
      <div class="value-tabs">
        <div role="tablist" aria-label="How it is shown">
          {VIEWS.map((view) => (
            <button type="button" role="tab" key={view} class="quiet" aria-selected={view === show} disabled={!hasValue && view !== "time"}
              onClick={() => onChange({ show: view })}>{VIEW_WORDS[view]}</button>
          ))}
        </div>
        {subject && show !== "time" && <BadElements subject={subject} />}
        <span class="value-gap" />
        <ExportMenu run={run.value} event={info.row.event} name={info.row.name} slice={hasValue ? slice : null}
          canvas={() => body.current?.querySelector("canvas") ?? null} />
      </div>
      <div class="value-body" ref={body} role="tabpanel" aria-label={VIEW_WORDS[show]}>
        {show === "time" ? <TimeView history={history} event={info.row.event} onEvent={(next) => onChange({ event: next })} />
          : subject ? <View show={show} subject={subject} />
          : probe.error && <p class="value-none">Nothing is shown until the slice is right.</p>}
      </div>
      <footer class="value-health"><HealthBar health={subject?.health ?? info.row.health} brief /></footer>
    </article>
  );
}

function View({ show, subject }: { show: ViewName; subject: Subject }) {
  if (show === "heat") return <HeatView subject={subject} />;
  if (show === "histogram") return <HistogramView subject={subject} />;
  if (show === "line") return <LineView subject={subject} />;
  if (subject.plane.columns === null) return <ScalarView subject={subject} />;
  return <TableView subject={subject} />;
}

function Title({ info, children }: { info: TensorInfo; children: preact.ComponentChildren }) {
  const { row, place } = info;
  return (
    <header class="value-title">
      <VerdictMark verdict={row.verdict} />
      <h2 class="mono" title={row.name}>{row.brief}</h2>
      <span class="mono faint">{typeText(row.health)}</span>
      <nav class="value-links" aria-label="Elsewhere">
        {row.op !== null && <Link to={{ view: "graph", op: row.op }}>graph</Link>}
        {place !== null && place.file !== null && <Link to={{ view: "source", file: place.file, line: place.line }}>source</Link>}
        {row.verdict !== null && <Link to={{ view: "alerts", event: row.event }}>cause</Link>}
      </nav>
      {children}
    </header>
  );
}

function CardButtons({ pinned, onPin, onClose }: Pick<CardProps, "pinned" | "onPin" | "onClose">) {
  return (
    <span class="value-buttons">
      <button type="button" class="quiet" aria-pressed={pinned} title="Pinned cards stay beside those that are opened later" onClick={onPin}>{pinned ? "Pinned" : "Pin"}</button>
      <button type="button" class="quiet" aria-label="Close the card" onClick={onClose}><Icon name="close" size={14} /></button>
    </span>
  );
}

function NoValue({ why, curable }: { why: string; curable: boolean }) {
  return (
    <div class="value-novalue" role="note">
      <p>{why || "Its value was not recorded."}</p>
      {curable && <p>To record values: <code>tdbg record --mode full_tensor -o run.tr train.py</code></p>}
    </div>
  );
}
