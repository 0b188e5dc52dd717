#include "session/step_table.h"

#include <algorithm>
#include <utility>

namespace tdbg::session {

using store::EventId;
using store::ExecutionId;

std::vector<StepFacts> StepTable(RunView& run) { return run.step_totals().Table(); }

StepTotals::StepTotals(RunView& run) : view_(run), run_(run.run()) { Extend(); }

void StepTotals::StartAnew() {
  steps_.clear();
  executions_.Clear();
  counted_.Clear();
  alerts_.clear();
  rows_seen_ = executions_seen_ = 0;
  steps_seen_ = alerts_seen_ = 0;
}

void StepTotals::Extend() {
  if (std::exchange(moved_seen_, run_.changes.moved) != run_.changes.moved) StartAnew();
  const size_t steps_from = view_.steps().revisions().FirstSince(steps_seen_);
  steps_seen_ = view_.steps().revisions().count();
  size_t alerts_from = view_.alert_list().revisions().FirstSince(alerts_seen_);
  alerts_seen_ = view_.alert_list().revisions().count();
  for (const ExecutionId id : run_.executions.ids(steps_from)) {
    if (id.index() >= executions_seen_) break;
    if (executions_[id].step == view_.steps().Of(id)) continue;
    alerts_from = std::min(alerts_from, FirstAlertOf(id));
  }
  for (; alerts_.size() > alerts_from; alerts_.pop_back()) {
    const CountedAlert& last = alerts_.back();
    if (!last.step) continue;
    steps_[*last.step].bad[static_cast<size_t>(last.alert.verdict)].pop_back();
  }
  MoveExecutions(steps_from);
  for (; changes_seen_ < run_.changes.events.size(); ++changes_seen_) {
    const EventId event = run_.changes.events[changes_seen_];
    if (event.index() < rows_seen_ && !counted_[event]) CountEvent(event);
  }
  const size_t first_new = std::exchange(rows_seen_, run_.events.end_index());
  for (const EventId event : run_.events.ids(first_new)) CountEvent(event);
  CountAlerts();
}

// Position of the first alert in the execution.
size_t StepTotals::FirstAlertOf(ExecutionId execution) const {
  const auto bad = view_.bad().OfExecution(execution);
  if (bad.empty()) return view_.alerts().size();
  const uint32_t rank = view_.index().rank(bad.front());
  const auto first = std::partition_point(
      view_.alerts().begin(), view_.alerts().end(),
      [&](const query::Alert& alert) { return view_.index().rank(alert.event) < rank; });
  return static_cast<size_t>(first - view_.alerts().begin());
}

void StepTotals::MoveExecutions(size_t from) {
  from = std::min(from, executions_seen_);
  executions_seen_ = run_.executions.end_index();
  for (const ExecutionId id : run_.executions.ids(from)) {
    const std::optional<int64_t> step = view_.steps().Of(id);
    Execution& execution = executions_[id];
    if (execution.step == step) continue;
    CountExecution(execution, -1);
    execution.step = step;
    CountExecution(execution, 1);
  }
}

void StepTotals::CountExecution(const Execution& execution, int64_t times) {
  if (!execution.step) return;
  Step& step = steps_[*execution.step];
  step.executions += times;
  step.tensors += times * execution.tensors;
  if (step.executions == 0) steps_.erase(*execution.step);
}

void StepTotals::CountEvent(EventId event) {
  const ExecutionId id = run_.events.execution[event];
  if (!id.valid()) return;
  counted_[event] = true;
  Execution& execution = executions_[id];
  ++execution.tensors;
  if (execution.step) ++steps_[*execution.step].tensors;
}

void StepTotals::CountAlerts() {
  for (size_t i = alerts_.size(); i < view_.alerts().size(); ++i) {
    const query::Alert& alert = view_.alerts()[i];
    const ExecutionId id = run_.events.execution[alert.event];
    const auto step = id.valid() ? executions_[id].step : std::nullopt;
    alerts_.push_back({alert, step});
    if (step) steps_[*step].bad[static_cast<size_t>(alert.verdict)].push_back(alert.event);
  }
}

std::vector<StepFacts> StepTotals::Table() const {
  std::vector<StepFacts> table;
  table.reserve(steps_.size());
  for (const auto& [number, step] : steps_) {
    StepFacts& facts = table.emplace_back();
    facts.step = number;
    facts.executions = step.executions;
    facts.tensors = step.tensors;
    for (size_t verdict = 0; verdict < step.bad.size(); ++verdict) {
      facts.bad += static_cast<int64_t>(step.bad[verdict].size());
      if (facts.worst || step.bad[verdict].empty()) continue;
      facts.worst = static_cast<Verdict>(verdict);
      facts.first_bad = step.bad[verdict].front();
    }
  }
  return table;
}

}  // namespace tdbg::session
