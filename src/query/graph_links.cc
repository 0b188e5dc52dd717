#include "query/graph_links.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tdbg::query {
namespace {

using store::GraphId;
using store::InputRef;
using store::Op;
using store::OpId;

int64_t PositionIn(std::span<const OpId> ops, OpId op) {
  const auto it = std::find(ops.begin(), ops.end(), op);
  return it == ops.end() ? -1 : it - ops.begin();
}

// The op name that "<op>_body_54", "<op>_cond_53", "<op>_true_12", "<op>_branch0_7" start with,
// '/' written as '_' there; empty if the graph has no such name.
std::string_view OwnerPart(std::string_view graph_name) {
  const size_t number = graph_name.find_last_not_of("0123456789");
  if (number == std::string_view::npos || number + 1 == graph_name.size()) return {};
  graph_name = graph_name.substr(0, number + 1);
  for (const std::string_view end : {"_body_", "_cond_", "_true_", "_false_"}) {
    if (graph_name.ends_with(end)) return graph_name.substr(0, graph_name.size() - end.size());
  }
  const size_t branch = graph_name.rfind("_branch");
  return branch == std::string_view::npos ? std::string_view() : graph_name.substr(0, branch);
}

bool IsCondition(std::string_view graph_name) {
  return graph_name.find("_cond_") != std::string_view::npos && !OwnerPart(graph_name).empty() &&
         graph_name.substr(OwnerPart(graph_name).size()).starts_with("_cond_");
}

}  // namespace

OpRole GraphLinks::role(OpId op) const { return RoleOf(run_, run_.graphs.op(op)); }

void GraphLinks::ForgetIfChanged() {
  if (std::exchange(graphs_seen_, run_.graphs.version()) == run_.graphs.version()) return;
  graphs_.clear();
  receives_.clear();
  receives_known_ = false;
}

GraphLinks::PerGraph& GraphLinks::Links(GraphId graph) {
  ForgetIfChanged();
  auto [it, added] = graphs_.try_emplace(graph);
  PerGraph& links = it->second;
  if (!added) return links;
  const std::vector<OpId>& ops = run_.graphs.graph(graph).ops;
  for (const OpId id : ops) {
    for (const InputRef& input : run_.graphs.op(id).inputs) {
      links.readers[input.op].push_back({id, input.slot});
    }
    if (role(id) == OpRole::kArgument) links.arguments.push_back(id);
  }
  for (const OpId id : ops) {
    const Op& op = run_.graphs.op(id);
    if (!frameworks::EndsFunctions(run_.strings[op.type])) continue;
    const auto readers = links.readers.find(op.name);
    const bool read = readers != links.readers.end() &&
                      std::any_of(readers->second.begin(), readers->second.end(),
                                  [](Reader r) { return r.slot != InputRef::kControl; });
    if (!read) links.results.push_back(id);
  }
  links.owner = FindOwner(graph);
  return links;
}

std::span<const GraphLinks::Reader> GraphLinks::Readers(OpId op) {
  const auto& readers = Links(run_.graphs.op(op).graph).readers;
  const auto it = readers.find(run_.graphs.op(op).name);
  return it == readers.end() ? std::span<const Reader>() : it->second;
}

std::vector<OpId> GraphLinks::Consumers(OpId op, int32_t slot) {
  std::vector<OpId> found;
  if (slot == InputRef::kControl) return found;
  for (const Reader& reader : Readers(op)) {
    if (reader.slot == slot) found.push_back(reader.op);
  }
  return found;
}

std::span<const OpId> GraphLinks::Arguments(GraphId graph) { return Links(graph).arguments; }

int64_t GraphLinks::ArgumentPosition(OpId op) {
  return PositionIn(Arguments(run_.graphs.op(op).graph), op);
}

std::span<const OpId> GraphLinks::Results(GraphId graph) { return Links(graph).results; }

int64_t GraphLinks::ResultPosition(OpId op) {
  return PositionIn(Results(run_.graphs.op(op).graph), op);
}

OpId GraphLinks::ControlFlowOwner(GraphId graph) { return Links(graph).owner; }

OpId GraphLinks::FindOwner(GraphId graph) const {
  const store::Graph& inner = run_.graphs.graph(graph);
  const std::string_view wanted = OwnerPart(run_.strings[inner.name]);
  if (wanted.empty() || !inner.outer.valid()) return OpId();
  for (const OpId id : run_.graphs.graph(inner.outer).ops) {
    const OpRole op_role = role(id);
    if (op_role != OpRole::kLoop && op_role != OpRole::kBranch) continue;
    std::string name(run_.strings[run_.graphs.op(id).name]);
    std::replace(name.begin(), name.end(), '/', '_');
    if (name == wanted) return id;
  }
  return OpId();
}

std::vector<GraphId> GraphLinks::ControlFlowBodies(OpId op) {
  std::vector<GraphId> bodies;
  for (const GraphId inner : run_.graphs.graph(run_.graphs.op(op).graph).inner) {
    if (ControlFlowOwner(inner) == op &&
        !(role(op) == OpRole::kLoop && IsCondition(run_.strings[run_.graphs.graph(inner).name]))) {
      bodies.push_back(inner);
    }
  }
  return bodies;
}

std::vector<OpId> GraphLinks::Receivers(OpId send) {
  ForgetIfChanged();
  if (!receives_known_) {
    receives_known_ = true;
    for (const OpId id : run_.graphs.op_ids()) {
      if (run_.graphs.op(id).sender.valid()) receives_.push_back(id);
    }
  }
  std::vector<OpId> found;
  const Op& op = run_.graphs.op(send);
  for (const InputRef& input : op.inputs) {
    if (input.slot == InputRef::kControl) continue;
    const OpId sent = run_.graphs.FindOp(op.graph, input.op);
    for (const OpId id : receives_) {
      const Op& receive = run_.graphs.op(id);
      if (receive.sender == sent && receive.sender_slot == input.slot) found.push_back(id);
    }
  }
  return found;
}

OpId GraphLinks::LoopBack(OpId merge) {
  const Op& op = run_.graphs.op(merge);
  const auto name = frameworks::NextIterationOfMerge(run_.strings[op.name]);
  const StringId text = name ? run_.strings.Find(*name) : StringId();
  return text.valid() ? run_.graphs.FindOp(op.graph, text) : OpId();
}

}  // namespace tdbg::query
