#include "session/execution_facts.h"

#include <algorithm>

namespace tdbg::session {

using store::EventId;
using store::ExecutionId;

std::string JoinNames(const store::Run& run, const std::vector<StringId>& names) {
  std::string text;
  for (const StringId name : names) {
    text += (text.empty() ? "" : ", ") + std::string(run.strings[name]);
  }
  return text;
}

std::string_view WhatRan(const store::Run& run, ExecutionId id) {
  const store::Execution& execution = run.executions[id];
  if (!execution.op_type.valid()) return "Session.run";
  const StringId function =
      execution.graph.valid() ? run.graphs.graph(execution.graph).name : StringId();
  return run.strings[function.valid() ? function : execution.op_type];
}

ExecutionFacts FactsOfExecution(RunView& view, ExecutionId id) {
  const store::Run& run = view.run();
  const store::Execution& execution = run.executions[id];
  ExecutionFacts facts;
  facts.execution = id;
  facts.what = WhatRan(run, id);
  if (execution.graph.valid()) {
    facts.graph = run.strings[run.graphs.graph(execution.graph).name];
  }
  facts.step = view.steps().Of(id);
  facts.time_ns = execution.time_ns;
  facts.outputs = execution.num_outputs;
  facts.fetches = JoinNames(run, execution.fetches);
  facts.feeds = JoinNames(run, execution.feeds);
  facts.targets = JoinNames(run, execution.targets);
  for (int32_t i = 0; i < execution.num_events; ++i) {
    facts.events.push_back(EventId(execution.first_event.index() + static_cast<uint32_t>(i)));
  }
  return facts;
}

std::vector<ExecutionInput> InputsOfExecution(const store::Run& run, ExecutionId id) {
  const std::vector<int64_t>& wanted = run.executions[id].input_tensor_ids;
  std::vector<ExecutionInput> inputs(wanted.size());
  if (wanted.empty()) return inputs;
  for (size_t at = id.index(); at-- > 0;) {
    if (!run.executions.Has(ExecutionId(at))) continue;
    const store::Execution& maker = run.executions[ExecutionId(at)];
    const auto& made = maker.output_tensor_ids;
    for (size_t i = 0; i < wanted.size(); ++i) {
      const auto found = std::find(made.begin(), made.end(), wanted[i]);
      if (found == made.end() || inputs[i].maker.valid()) continue;
      inputs[i].maker = ExecutionId(at);
      inputs[i].slot = found - made.begin();
      for (int32_t k = 0; k < maker.num_events; ++k) {
        const EventId event(maker.first_event.index() + static_cast<uint32_t>(k));
        if (run.events.slot[event] == inputs[i].slot) inputs[i].event = event;
      }
    }
  }
  return inputs;
}

}  // namespace tdbg::session
