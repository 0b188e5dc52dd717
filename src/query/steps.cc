#include "query/steps.h"

#include <algorithm>
#include <unordered_map>

#include "query/op_role.h"

namespace tdbg::query {
namespace {

using store::ExecutionId;
using store::GraphId;

// Whether the graph or one inside it assigns to a variable.
bool Assigns(const store::Run& run, GraphId graph, std::unordered_map<GraphId, bool>& known) {
  const auto [it, added] = known.try_emplace(graph, false);
  if (!added) return it->second;
  bool assigns = false;
  for (const store::OpId op : run.graphs.graph(graph).ops) {
    assigns |= RoleOf(run, run.graphs.op(op)) == OpRole::kAssign;
  }
  for (const GraphId inner : run.graphs.graph(graph).inner) {
    assigns = assigns || Assigns(run, inner, known);
  }
  known[graph] = assigns;
  return assigns;
}

}  // namespace

Steps::Steps(const store::Run& run) {
  if (TakeRecorded(run)) return;
  std::vector<ExecutionId> by_time;
  for (ExecutionId id : Ids<ExecutionId>(run.executions.size())) by_time.push_back(id);
  std::stable_sort(by_time.begin(), by_time.end(), [&](ExecutionId a, ExecutionId b) {
    return run.executions[a].time_ns < run.executions[b].time_ns;
  });
  std::vector<int64_t> steps(by_time.size(), 0);
  std::unordered_map<GraphId, bool> assigns;
  int64_t count = 0;
  bool any = false;
  for (const ExecutionId id : by_time) {
    const store::Execution& execution = run.executions[id];
    if (execution.session_run_index >= 0) {
      steps[id.index()] = execution.session_run_index;
      any = true;
      continue;
    }
    steps[id.index()] = count;
    if (execution.graph.valid() && Assigns(run, execution.graph, assigns)) {
      ++count;
      any = true;
    }
  }
  if (any) steps_ = std::move(steps);
}

// False if the recorder counted none.
bool Steps::TakeRecorded(const store::Run& run) {
  bool any = false;
  std::vector<int64_t> steps;
  for (const ExecutionId id : Ids<ExecutionId>(run.executions.size())) {
    steps.push_back(run.executions[id].step);
    any = any || steps.back() != store::kNoStep;
  }
  if (any) steps_ = std::move(steps);
  return any;
}

std::optional<int64_t> Steps::Of(ExecutionId execution) const {
  if (!execution.valid() || execution.index() >= steps_.size()) return std::nullopt;
  const int64_t step = steps_[execution.index()];
  return step == store::kNoStep ? std::nullopt : std::optional<int64_t>(step);
}

}  // namespace tdbg::query
