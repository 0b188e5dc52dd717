// Which graph is drawn: graphs that lie in another stand below it.
import type { GraphInfo } from "../../protocol/messages";
import { deviceName } from "../../widgets/device_name";

interface GraphChoiceProps {
  graphs: readonly GraphInfo[];
  chosen: number | null;
  onChoose: (graph: number) => void;
}

const SIGNS = { origin: " ●", inherited: " ○", masked: " ⊘", handled: " ⊙" } as const;

export function GraphChoice({ graphs, chosen, onChoose }: GraphChoiceProps) {
  const uses = new Map<string, number>();
  for (const { name } of graphs) uses.set(name, (uses.get(name) ?? 0) + 1);
  const nameOf = (graph: GraphInfo) =>
    graph.name === "" ? `graph ${graph.graph} ${deviceName(graph.device)}`.trim()
    : (uses.get(graph.name) ?? 0) > 1 ? `${graph.name} ${graph.key.slice(0, 8)}` : graph.name;
  return (
    <select class="graph-choice" aria-label="Graph" value={`${chosen}`} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
      {nested(graphs).filter(({ graph }) => graph.ops > 0).map(({ graph, depth }) => (
        <option key={graph.graph} value={`${graph.graph}`}>
          {`${"\u2003".repeat(depth)}${nameOf(graph)} (${graph.ops})${graph.worst === null ? "" : SIGNS[graph.worst]}`}
        </option>
      ))}
    </select>
  );
}

/** Each graph behind the one that it lies in. Graphs without ops do not count as a level. */
export function nested(graphs: readonly GraphInfo[]): { graph: GraphInfo; depth: number }[] {
  const inside = new Map<number | null, GraphInfo[]>();
  const known = new Set(graphs.map((graph) => graph.graph));
  for (const graph of graphs) {
    const outer = graph.outer !== null && known.has(graph.outer) ? graph.outer : null;
    inside.set(outer, [...(inside.get(outer) ?? []), graph]);
  }
  const visit = (graph: GraphInfo, depth: number): { graph: GraphInfo; depth: number }[] => [
    { graph, depth },
    ...(inside.get(graph.graph) ?? []).flatMap((inner) => visit(inner, graph.ops > 0 ? depth + 1 : depth)),
  ];
  return (inside.get(null) ?? []).flatMap((graph) => visit(graph, 0));
}
