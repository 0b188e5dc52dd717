#include "query/steps.h"

#include <algorithm>
#include <utility>

#include "query/op_role.h"

namespace tdbg::query {

using store::ExecutionId;
using store::GraphId;

Steps::Steps(const store::Run& run) : run_(run) { Extend(); }

void Steps::Extend() {
  const size_t before = executions_seen_;
  size_t from = before;
  for (; changes_seen_ < run_.changes.executions.size(); ++changes_seen_) {
    from = std::min<size_t>(from, run_.changes.executions[changes_seen_].index());
  }
  if (std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version()) {
    assigns_.clear();
    from = 0;
  }
  executions_seen_ = run_.executions.end_index();
  if (from == executions_seen_) return;
  const std::pair before_that(recorded_, any_);
  for (const ExecutionId id : run_.executions.ids(from)) {
    if (recorded_) break;
    recorded_ = run_.executions[id].step != store::kNoStep;
  }
  if (!recorded_) from = Count(from, before);
  revisions_.Add(std::pair(recorded_, any_) == before_that ? from : 0);
}

// The executions with ids from `from` on are not what they were, those from `first_new` on are new.
// Answers with the first id that has another step.
size_t Steps::Count(size_t from, size_t first_new) {
  const auto earlier = [&](ExecutionId a, ExecutionId b) {
    return std::pair(run_.executions[a].time_ns, a) < std::pair(run_.executions[b].time_ns, b);
  };
  const auto known = static_cast<ptrdiff_t>(by_time_.size());
  for (const ExecutionId id : run_.executions.ids(first_new)) by_time_.push_back(id);
  const auto added = by_time_.begin() + known;
  std::sort(added, by_time_.end(), earlier);
  auto first =
      added == by_time_.end() ? added : std::upper_bound(by_time_.begin(), added, *added, earlier);
  std::inplace_merge(first, added, by_time_.end(), earlier);
  for (const ExecutionId id : run_.executions.ids(from)) {
    if (id.index() >= first_new) break;
    first = std::min(first, std::lower_bound(by_time_.begin(), by_time_.end(), id, earlier));
  }
  int64_t count = CountBefore(static_cast<size_t>(first - by_time_.begin()));
  if (first == by_time_.begin()) any_ = false;
  for (; first != by_time_.end(); ++first) {
    const ExecutionId id = *first;
    from = std::min<size_t>(from, id.index());
    const int64_t session_run = run_.executions[id].session_run_index;
    const bool ends_step = session_run < 0 && EndsStep(id);
    steps_[id] = session_run >= 0 ? session_run : count;
    count += ends_step;
    any_ = any_ || session_run >= 0 || ends_step;
  }
  return from;
}

// How many steps ended before that position in time.
int64_t Steps::CountBefore(size_t position) {
  while (position-- > 0) {
    const ExecutionId id = by_time_[position];
    if (run_.executions[id].session_run_index < 0) return steps_[id] + EndsStep(id);
  }
  return 0;
}

bool Steps::EndsStep(ExecutionId id) {
  const GraphId graph = run_.executions[id].graph;
  return graph.valid() && Assigns(graph);
}

// Whether the graph or one inside it assigns to a variable.
bool Steps::Assigns(GraphId graph) {
  const auto [it, added] = assigns_.try_emplace(graph, false);
  if (!added) return it->second;
  bool assigns = false;
  for (const store::OpId op : run_.graphs.graph(graph).ops) {
    assigns |= RoleOf(run_, run_.graphs.op(op)) == OpRole::kAssign;
  }
  for (const GraphId inner : run_.graphs.graph(graph).inner) {
    assigns = assigns || Assigns(inner);
  }
  assigns_[graph] = assigns;
  return assigns;
}

std::optional<int64_t> Steps::Of(ExecutionId execution) const {
  if (!run_.executions.Has(execution) || execution.index() >= executions_seen_) return std::nullopt;
  if (!recorded_ && !any_) return std::nullopt;
  const int64_t step = recorded_ ? run_.executions[execution].step : steps_[execution];
  return step == store::kNoStep ? std::nullopt : std::optional<int64_t>(step);
}

}  // namespace tdbg::query
