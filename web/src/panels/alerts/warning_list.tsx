// Trouble that is not NaN yet, below the alerts; nothing where there is none.
import { counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { run } from "../../engine/place";
import type { WarningRow } from "../../protocol/messages";
import { Link } from "../../widgets/link";
import { PlaceLink } from "../../widgets/place_link";

export function WarningList() {
  const { value } = useAnswer("warnings", { run: run.value });
  if (value === null || value.rows.length === 0) return null;
  return (
    <section class="warnings" aria-label="Warnings">
      <h3>{counted(value.rows.length, "warning")}</h3>
      {value.rows.map((row) => <Warning key={`${row.kind} ${row.event}`} row={row} />)}
      {value.not_seen.map((text) => <p key={text} class="faint">{`not seen: ${text}`}</p>)}
    </section>
  );
}

function Warning({ row }: { row: WarningRow }) {
  return (
    <div class="warning">
      <div>
        <b>{`△ ${row.kind}`}</b>{` in ${row.op_type} `}
        <Link to={{ view: "value", event: row.event }} class="mono">{row.name}</Link>
        {row.place && <>{" "}<PlaceLink place={row.place} op={null} /></>}
        {row.forward !== "" && `, gradient of ${row.forward}`}
      </div>
      <div>{row.text}</div>
      <div class="faint">
        {row.sure}{row.others > 0 && `; the same in ${counted(row.others, "more tensor")} of that place`}
      </div>
    </div>
  );
}
