// The output and what it was made of: for each the element that shows the cause, and who made it.
import type { Cause, Operand } from "../../protocol/messages";
import { HealthChips, typeText } from "../../widgets/health";
import { Link } from "../../widgets/link";
import { PlaceLink } from "../../widgets/place_link";

export function OperandTable({ cause }: { cause: Cause }) {
  return (
    <div class="operands" role="region" aria-label="Output and operands" tabIndex={0}>
      <table>
        <thead>
          <tr><th scope="col">Tensor</th><th scope="col">Type</th><th scope="col">Element</th><th scope="col">Health</th><th scope="col">Made by</th></tr>
        </thead>
        <tbody>
          <Row operand={cause.output} role="output" />
          {cause.operands.map((operand, index) => (
            <Row key={index} operand={operand} role={index === cause.critical ? "critical" : "operand"} />
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

function Row({ operand, role }: { operand: Operand; role: "output" | "operand" | "critical" }) {
  return (
    <tr class={`operand-${role}`}>
      <th scope="row">
        <span class="operand-arrow" aria-hidden="true">{role === "output" ? "" : "←"}</span>
        {operand.event === null
          ? <span class="mono" title={operand.full}>{briefName(operand.name)}</span>
          : <Link class="mono" to={{ view: "value", event: operand.event }} title={operand.full}>{briefName(operand.name)}</Link>}
        {role === "critical" && <span class="operand-why">explains it</span>}
      </th>
      <td class="mono">{typeText(operand.health)}</td>
      <td class="mono operand-element">
        {operand.element !== null && <>
          <span class="faint">{`[${operand.element.join(",")}]`}</span> <strong>{operand.element_text}</strong>
        </>}
      </td>
      <td><HealthChips health={operand.health} /></td>
      <td>
        {operand.maker_op === null ? operand.maker_type : <Link to={{ view: "graph", op: operand.maker_op }} title={operand.maker}>{operand.maker_type || operand.maker}</Link>}
        {operand.place && <> <PlaceLink place={operand.place} op={operand.maker_op} /></>}
      </td>
    </tr>
  );
}
