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

std::vector<std::string> InputsOfExecution(const store::Run& run, ExecutionId id) {
  const std::vector<int64_t>& wanted = run.executions[id].input_tensor_ids;
  std::vector<std::string> names(wanted.size());
  for (size_t maker = id.index(); maker-- > 0;) {
    const auto& made = run.executions[ExecutionId(maker)].output_tensor_ids;
    for (size_t i = 0; i < wanted.size(); ++i) {
      const auto at = std::find(made.begin(), made.end(), wanted[i]);
      if (at == made.end() || !names[i].empty()) continue;
      names[i] = "@" + std::to_string(maker) + ":" + std::to_string(at - made.begin());
    }
  }
  return names;
}

}  // namespace tdbg::session
