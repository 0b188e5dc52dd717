#include "session/node_facts.h"

#include <algorithm>

#include "session/op_lookup.h"
#include "session/tensor_facts.h"

namespace tdbg::session {

using query::Direction;
using query::Edge;
using store::OpId;

NeighbourFacts FactsOfEdge(RunView& view, const Edge& edge, OpId from, Direction direction) {
  const store::Run& run = view.run();
  NeighbourFacts facts;
  facts.op = edge.op;
  facts.name = run.strings[edge.name];
  if (edge.graph != run.graphs.op(from).graph) {
    facts.name = GraphPrefix(view, edge.graph) + facts.name;
  }
  if (direction == Direction::kInputs && edge.slot > 0) {
    facts.name += ":" + std::to_string(edge.slot);
  }
  if (!edge.op.valid()) {
    facts.full = facts.name;
    return facts;
  }
  facts.full = NameOfOp(view, edge.op);
  facts.op_type = run.strings[run.graphs.op(edge.op).type];
  const std::string_view own = DeviceOf(view, from);
  facts.device = DeviceOf(view, edge.op);
  if (own.empty() || facts.device == own) facts.device = {};
  return facts;
}

std::string WrittenText(const store::Run& run, const store::WrittenOp* written) {
  if (written == nullptr) return "";
  std::string text;
  if (written->name.valid() || written->type.valid()) {
    text = "written as";
    for (const StringId word : {written->type, written->name}) {
      if (word.valid()) text += " " + std::string(run.strings[word]);
    }
    if (written->graph.valid()) text += " in " + std::string(run.strings[written->graph]);
  }
  constexpr size_t kShown = 8;
  const auto& others = written->stands_for;
  for (size_t i = 0; i < std::min(others.size(), kShown); ++i) {
    text += i > 0 ? ", " : text.empty() ? "ran for " : "; ran for ";
    text += run.strings[others[i]];
  }
  if (others.size() > kShown) text += " and " + std::to_string(others.size() - kShown) + " more";
  return text;
}

NodeFacts FactsOfNode(RunView& view, OpId id) {
  const store::Run& run = view.run();
  const store::Op& op = run.graphs.op(id);
  query::Neighbours neighbours(run, view.links());
  NodeFacts facts;
  facts.op = id;
  facts.name = NameOfOp(view, id);
  facts.op_type = run.strings[op.type];
  facts.device = DeviceOf(view, id);
  facts.graph = run.strings[run.graphs.graph(op.graph).name];
  if (const auto it = run.written.find(id); it != run.written.end()) {
    facts.written = WrittenText(run, &it->second);
  }
  for (const Edge& edge : neighbours.Inputs(id)) {
    (edge.is_control() ? facts.control_inputs : facts.inputs)
        .push_back(FactsOfEdge(view, edge, id, Direction::kInputs));
  }
  for (const Edge& edge : neighbours.Readers(id)) {
    (edge.is_control() ? facts.control_readers : facts.readers)
        .push_back(FactsOfEdge(view, edge, id, Direction::kReaders));
  }
  const query::OpRole role = view.links().role(id);
  if (role == query::OpRole::kLoop || role == query::OpRole::kBranch) {
    facts.bodies = view.links().ControlFlowBodies(id);
  }
  facts.from_caller = role == query::OpRole::kArgument && facts.inputs.empty();
  return facts;
}

std::vector<query::TreeRow> TreeOf(RunView& view, OpId root, Direction direction, int64_t depth,
                                   bool with_control) {
  query::Neighbours neighbours(view.run(), view.links());
  return query::OpTree(neighbours, root, direction, depth, with_control);
}

std::vector<Edge> PathBetween(RunView& view, OpId from, OpId to) {
  query::Neighbours neighbours(view.run(), view.links());
  return query::ShortestPath(view.run(), neighbours, from, to);
}

}  // namespace tdbg::session
