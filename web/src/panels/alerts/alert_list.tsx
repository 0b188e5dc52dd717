// The rows of the list.
import { useCallback } from "preact/hooks";

import { countText, counted } from "../../base/numbers";
import type { AlertRow } from "../../protocol/messages";
import { HealthChips, KindChip, VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { fileName } from "../../widgets/place_link";
import { VirtualRows } from "../../widgets/virtual_rows";
import { lineOf, type AlertLine } from "./folding";

const ROW_PX = 48;

interface AlertListProps {
  lines: readonly AlertLine[];
  selected: number | null;
  /** How many more there are than one request may ask. */
  left: number;
  onFold: (event: number, open: boolean) => void;
}

export function AlertList({ lines, selected, left, onFold }: AlertListProps) {
  const row = useCallback((index: number) => {
    const line = lines[index];
    if (line === undefined) return null;
    if (line.kind === "heading") {
      return (
        <div class="alerts-heading" role="listitem">
          <span>{line.text}</span><span class="faint">{countText(line.count)}</span>
        </div>
      );
    }
    return <AlertItem line={line} isSelected={line.row.event === selected} onFold={onFold} />;
  }, [lines, selected, onFold]);
  return (
    <>
      <VirtualRows count={lines.length} rowHeight={ROW_PX} label="Alerts" row={row} focus={lineOf(lines, selected)} />
      {left > 0 && <p class="alerts-left faint">{`${countText(left)} more are not listed: filter to see them.`}</p>}
    </>
  );
}

interface AlertItemProps {
  line: AlertLine & { kind: "alert" };
  isSelected: boolean;
  onFold: (event: number, open: boolean) => void;
}

function AlertItem({ line, isSelected, onFold }: AlertItemProps) {
  const { row } = line;
  const name = `alert${isSelected ? " alert-selected" : ""}${line.inner ? " alert-inner" : ""}`;
  return (
    <div class={name} role="listitem">
      <VerdictMark verdict={row.verdict} />
      <div class="alert-text">
        <div class="alert-line">
          <Link to={{ event: row.event }} class="alert-op mono" current={isSelected} title={row.name}>
            {row.op_name || row.op_type}
          </Link>
          <span class="faint">{typeBeside(row)}</span>
          <span class="alert-when faint">
            {row.step !== null && `step ${row.step}`}{row.count > 1 && ` × ${countText(row.count)}`}
          </span>
        </div>
        <div class="alert-line">
          <BadCounts row={row} />
          <span class="faint alert-where">{[placeText(row), row.graph].filter((part) => part !== "").join(" · ")}</span>
          {line.heirs > 0 && (
            <button type="button" class={`quiet heirs${line.open ? " heirs-open" : ""}`} aria-expanded={line.open}
              onClick={() => onFold(row.event, !line.open)}>
              {`${countText(line.heirs)} inherited`}<Icon name="open" size={12} />
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** The type of the op, where its name does not say it. */
function typeBeside(row: AlertRow): string {
  return row.op_name === "" || row.op_name.endsWith(row.op_type) ? "" : row.op_type;
}

function placeText(row: AlertRow): string {
  return row.place === null ? "" : `${fileName(row.place.path)}:${row.place.line}`;
}

/** By kind where they were counted, else the kind alone. The range has no room here. */
function BadCounts({ row }: { row: AlertRow }) {
  const { health } = row;
  if (row.kind === "error") return <KindChip kind="error" />;
  if (health.nan === null) return row.kind === null ? <HealthChips health={health} /> : <KindChip kind={row.kind} />;
  return (
    <span class="bad-counts" title={health.elements === null ? undefined : `of ${counted(health.elements, "element")}`}>
      <HealthChips health={{ ...health, min: null }} />
      {health.elements !== null && <span class="faint">{`of ${countText(health.elements)}`}</span>}
    </span>
  );
}
