#include "query/training_graph.h"

#include <utility>

#include "frameworks/op_types.h"
#include "query/forward_op.h"

namespace tdbg::query {
namespace {

using store::InputRef;
using store::OpId;

// Identity ops stand one behind the other in some graphs, but not without end.
constexpr int kMostLookedThrough = 32;

}  // namespace

frameworks::Calculation WrittenCalculation(const store::Run& run, OpId op) {
  const auto written = run.written.find(op);
  const bool renamed = written != run.written.end() && written->second.type.valid();
  const StringId type = renamed ? written->second.type : run.graphs.op(op).type;
  return frameworks::CalculationOf(run.strings[type]);
}

const TrainingGraph& TrainingGraphs::Of(store::GraphId graph) {
  if (std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version()) graphs_.clear();
  const auto known = graphs_.find(graph);
  return known != graphs_.end() ? known->second : graphs_[graph] = Make(graph);
}

TrainingGraph TrainingGraphs::Make(store::GraphId graph) {
  TrainingGraph made;
  for (const OpId id : run_.graphs.graph(graph).ops) {
    if (IsOfGradient(run_, id)) made.gradients.insert(id);
    if (links_.role(id) == OpRole::kAssign) {
      if (const StringId variable = VariableOf(id); variable.valid()) {
        made.changed_variables.insert(variable);
      }
    }
  }
  std::vector<OpId> to_follow(made.gradients.begin(), made.gradients.end());
  while (!to_follow.empty()) {
    const OpId id = to_follow.back();
    to_follow.pop_back();
    for (const GraphLinks::Reader& reader : links_.Readers(id)) {
      if (reader.slot == InputRef::kControl || made.gradients.contains(reader.op)) continue;
      if (made.after.insert(reader.op).second) to_follow.push_back(reader.op);
    }
  }
  for (const OpId id : made.gradients) {
    for (const InputRef& input : run_.graphs.op(id).inputs) {
      if (input.slot == InputRef::kControl) continue;
      const OpId read = run_.graphs.FindOp(graph, input.op);
      if (!read.valid() || !made.IsForward(read)) continue;
      const OpRole role = links_.role(read);
      if (role == OpRole::kCompute || role == OpRole::kPassThrough) {
        made.differentiated.insert(read);
      }
    }
  }
  return made;
}

StringId TrainingGraphs::VariableOf(OpId op) const {
  for (int i = 0; i < kMostLookedThrough; ++i) {
    const store::Op& here = run_.graphs.op(op);
    if (here.inputs.empty() || here.inputs.front().slot == InputRef::kControl) return here.name;
    const OpId before = run_.graphs.FindOp(here.graph, here.inputs.front().op);
    if (!before.valid()) return here.inputs.front().op;
    op = before;
  }
  return StringId();
}

std::vector<OpId> TrainingGraphs::RealReaders(OpId op) {
  std::vector<OpId> found;
  std::vector<OpId> to_follow = {op};
  for (size_t i = 0; i < to_follow.size() && i < kMostLookedThrough; ++i) {
    for (const GraphLinks::Reader& reader : links_.Readers(to_follow[i])) {
      if (reader.slot == InputRef::kControl) continue;
      const bool hands_on = links_.role(reader.op) == OpRole::kPassThrough;
      (hands_on ? to_follow : found).push_back(reader.op);
    }
  }
  return found;
}

}  // namespace tdbg::query
