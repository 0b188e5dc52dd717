#include "session/tensor_facts.h"

#include <algorithm>

#include "query/tensor_name.h"

namespace tdbg::session {

using store::EventId;
using store::GraphId;
using store::OpId;

std::string_view WatchName(const store::Run& run, EventId event) {
  const std::string_view debug_op = query::DebugOpOf(run, event);
  return debug_op.empty() ? DetailName(run.events.detail[event]) : debug_op;
}

bool IsDebugOpOutput(const store::Run& run, EventId event) {
  const Detail detail = run.events.detail[event];
  return detail == Detail::kNanCount || detail == Detail::kNumericSummary;
}

std::string GraphPrefix(RunView& run, GraphId graph) {
  if (!graph.valid()) return "";
  const store::Run& tables = run.run();
  const StringId name = tables.graphs.graph(graph).name;
  if (!name.valid()) return "";
  const StringId label = run.IsSharedName(name) ? tables.graphs.graph(graph).key : name;
  return std::string(tables.strings[label]) + "::";
}

TensorFacts FactsOf(RunView& run, EventId event) {
  const store::Run& tables = run.run();
  const auto& events = tables.events;
  TensorFacts facts;
  facts.event = event;
  facts.device = tables.DeviceName(events.device[event]);
  facts.watch = WatchName(tables, event);
  facts.size_bytes = static_cast<int64_t>(tables.values->RecordedBytes(event));
  facts.time_ns = events.time_ns[event] - run.zero_ns();
  if (const store::ExecutionId execution = events.execution[event]; execution.valid()) {
    facts.execution = execution.index();
    facts.step = run.steps().Of(execution);
  }
  const int32_t slot = events.slot[event];
  const OpId op_id = events.op[event];
  if (!op_id.valid()) {
    const store::Execution& execution = tables.executions[events.execution[event]];
    facts.op_type = tables.strings[execution.op_type];
    facts.brief = "@" + std::to_string(events.execution[event].index()) + ":" +
                  (slot < 0 ? "?" : std::to_string(slot));
    facts.name = facts.brief;
    return facts;
  }
  const store::Op& op = tables.graphs.op(op_id);
  facts.op_type = tables.strings[op.type];
  facts.graph = tables.strings[tables.graphs.graph(op.graph).name];
  facts.brief = std::string(tables.strings[op.name]) + ":" + std::to_string(slot);
  if (const auto all = run.EventsOfOutput(op_id, slot); all.size() > 1) {
    const uint32_t rank = run.index().rank(event);
    const auto at = std::lower_bound(all.begin(), all.end(), rank, [&](EventId e, uint32_t r) {
      return run.index().rank(e) < r;
    });
    facts.brief += "#" + std::to_string(at - all.begin());
  }
  facts.name = GraphPrefix(run, op.graph) + facts.brief;
  return facts;
}

}  // namespace tdbg::session
