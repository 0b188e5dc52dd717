#include "rpc/graph_node.h"

#include <algorithm>

#include "frameworks/op_types.h"
#include "rpc/facts.h"
#include "session/op_lookup.h"
#include "session/tensor_facts.h"

namespace tdbg::rpc {
namespace {

using store::GraphId;
using store::OpId;

std::string_view LastPart(std::string_view name) {
  const size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

NodeKind KindOf(query::OpRole role) {
  switch (role) {
    case query::OpRole::kCall:
    case query::OpRole::kLoop:
    case query::OpRole::kBranch:
      return NodeKind::kFunction;
    case query::OpRole::kArgument:
      return NodeKind::kArgument;
    default:
      return NodeKind::kOp;
  }
}

}  // namespace

Result<int64_t> NodeLimit(int64_t most) {
  constexpr int64_t kMostNodes = 5000;
  if (most < 1) return InvalidArgument("most: at least one node is needed");
  return std::min(most, kMostNodes);
}

std::string IdOfOp(OpId op) { return "op:" + std::to_string(op.index()); }

std::string IdOfUnrecorded(GraphId graph, std::string_view name) {
  return "unrecorded:" + std::to_string(graph.index()) + "/" + std::string(name);
}

Node NodeOfOp(session::RunView& run, OpId id) {
  const store::Run& tables = run.run();
  const store::Op& op = tables.graphs.op(id);
  Node node;
  node.id = IdOfOp(id);
  node.kind = KindOf(run.links().role(id));
  node.label = LastPart(tables.strings[op.name]);
  node.name = session::NameOfOp(run, id);
  node.op = id.index();
  node.op_type = tables.strings[op.type];
  node.graph = tables.strings[tables.graphs.graph(op.graph).name];
  node.device = session::DeviceOf(run, id);
  node.ops = 1;
  node.worst = run.WorstOf(id);
  if (const store::EventId event = TellingEvent(run, id); event.valid()) {
    node.event = event.index();
  }
  return node;
}

Node NodeOfUnrecorded(session::RunView& run, GraphId graph, std::string_view name) {
  Node node;
  node.id = IdOfUnrecorded(graph, name);
  node.kind = frameworks::NamesCall(name) ? NodeKind::kFunction : NodeKind::kOp;
  node.label = LastPart(name);
  node.name = session::GraphPrefix(run, graph) + std::string(name);
  node.graph = run.run().strings[run.run().graphs.graph(graph).name];
  node.ops = 1;
  return node;
}

std::vector<GraphId> BodiesOf(session::RunView& run, OpId id) {
  const query::OpRole role = run.links().role(id);
  if (role == query::OpRole::kLoop || role == query::OpRole::kBranch) {
    return run.links().ControlFlowBodies(id);
  }
  const store::Op& op = run.run().graphs.op(id);
  const bool unrecorded = !op.type.valid();
  if (role != query::OpRole::kCall && !unrecorded) return {};
  return BodiesOfCall(run, op.graph, run.run().strings[op.name]);
}

std::vector<GraphId> BodiesOfCall(session::RunView& run, GraphId graph, std::string_view name) {
  const store::Run& tables = run.run();
  if (!frameworks::NamesCall(name)) return {};
  std::vector<GraphId> functions;
  for (const GraphId inner : tables.graphs.graph(graph).inner) {
    const bool called = !run.links().ControlFlowOwner(inner).valid();
    if (called && !run.links().Results(inner).empty()) functions.push_back(inner);
  }
  if (functions.size() <= 1) return functions;
  std::erase_if(functions, [&](GraphId function) {
    const std::string_view called = tables.strings[tables.graphs.graph(function).name];
    return called.empty() || name.find(called) == name.npos;
  });
  if (functions.size() > 1) functions.clear();
  return functions;
}

}  // namespace tdbg::rpc
