#include "session/step_table.h"

#include <map>

namespace tdbg::session {

using store::ExecutionId;

std::vector<StepFacts> StepTable(RunView& view) {
  const store::Run& run = view.run();
  std::map<int64_t, StepFacts> steps;
  std::vector<StepFacts*> of_execution(run.executions.size(), nullptr);
  for (const ExecutionId id : Ids<ExecutionId>(run.executions.size())) {
    const std::optional<int64_t> step = view.steps().Of(id);
    if (!step) continue;
    StepFacts& facts = steps[*step];
    facts.step = *step;
    ++facts.executions;
    of_execution[id.index()] = &facts;
  }
  const auto facts_of = [&](store::EventId event) -> StepFacts* {
    const ExecutionId id = run.events.execution[event];
    return id.valid() ? of_execution[id.index()] : nullptr;
  };
  for (const store::EventId event : run.events.ids()) {
    if (StepFacts* const facts = facts_of(event)) ++facts->tensors;
  }
  for (const query::Alert& alert : view.alerts()) {
    StepFacts* const facts = facts_of(alert.event);
    if (facts == nullptr) continue;
    ++facts->bad;
    if (facts->worst && alert.verdict >= *facts->worst) continue;
    facts->worst = alert.verdict;
    facts->first_bad = alert.event;
  }
  std::vector<StepFacts> table;
  for (const auto& [step, facts] : steps) table.push_back(facts);
  return table;
}

}  // namespace tdbg::session
