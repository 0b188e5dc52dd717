// The output and what it was made of: for each the element that shows the cause, and who made it.
import type { Cause, Operand } from "../../protocol/messages";
import { HealthChips, typeText } from "../../widgets/health";
import { Link } from "../../widgets/link";
import { PlaceLink } from "../../widgets/place_link";

export function OperandTable({ cause }: { cause: Cause }) {
  const all = [cause.output, ...cause.operands];
  // Not every recording tells all of this.
  const shown = {
    type: all.some(({ health }) => health.dtype !== ""),
    element: all.some(({ element }) => element !== null),
  };
  return (
    <div class="operands" role="region" aria-label="Output and operands" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Tensor</th>
            {shown.type && <th scope="col">Type</th>}
            {shown.element && <th scope="col">Element</th>}
            <th scope="col">Health</th>
            <th scope="col">Made by</th>
          </tr>
        </thead>
        <tbody>
          <Row operand={cause.output} role="output" shown={shown} />
          {cause.operands.map((operand, index) => (
            <Row key={index} operand={operand} role={index === cause.critical ? "critical" : "operand"} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Without graph and occurrence, which the headline tells. */
function briefName(name: string): string {
  return name.replace(/^.*::/, "").replace(/#\d+$/, "");
}

interface RowProps {
  operand: Operand;
  role: "output" | "operand" | "critical";
  shown: { type: boolean; element: boolean };
}

function Row({ operand, role, shown }: RowProps) {
  return (
    <tr class={`operand-${role}`}>
      <th scope="row">
        <span class="operand-arrow" aria-hidden="true">{role === "output" ? "" : "←"}</span>
        {operand.event === null
          ? <span class="mono" title={operand.full}>{briefName(operand.name)}</span>
          : <Link class="mono" to={{ view: "value", event: operand.event }} title={operand.full}>{briefName(operand.name)}</Link>}
        {role === "critical" && <span class="operand-why">explains it</span>}
      </th>
      {shown.type && <td class="mono">{typeText(operand.health)}</td>}
      {shown.element && (
        <td class="mono">
          {operand.element !== null && <>
            <span class="faint">{`[${operand.element.join(",")}]`}</span> <strong>{operand.element_text}</strong>
          </>}
        </td>
      )}
      <td><HealthChips health={operand.health} /></td>
      <td class="operand-maker">
        {operand.maker_op === null
          ? <span>{operand.maker_type}</span>
          : <Link to={{ view: "graph", op: operand.maker_op }} title={operand.maker}>{operand.maker_type || operand.maker}</Link>}
        {operand.place && <PlaceLink place={operand.place} op={operand.maker_op} />}
      </td>
    </tr>
  );
}
