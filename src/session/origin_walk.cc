#include "session/origin_walk.h"

#include <algorithm>
#include <unordered_set>

#include "query/neighbours.h"
#include "query/tensor_name.h"
#include "session/execution_facts.h"
#include "session/tensor_facts.h"

namespace tdbg::session {

using query::Alert;
using store::EventId;

const Alert* AlertOf(RunView& run, EventId event) {
  const std::vector<Alert>& alerts = run.alerts();
  const uint32_t rank = run.index().rank(event);
  const auto it = std::lower_bound(
      alerts.begin(), alerts.end(), rank,
      [&](const Alert& alert, uint32_t r) { return run.index().rank(alert.event) < r; });
  return it != alerts.end() && it->event == event ? &*it : nullptr;
}

Result<std::vector<Alert>> WalkToOrigin(RunView& run, EventId event) {
  if (AlertOf(run, event) == nullptr) {
    const bool unknown = run.run().events.badness[event] == store::Badness::kUnknown;
    const bool only_read = run.run().only_read.contains(event);
    return NotFound(query::NameOf(run.run(), event) +
                    (unknown     ? ": what was recorded does not tell whether it is bad"
                     : only_read ? " was only read: no op that was recorded made it"
                                 : " holds no NaN and no infinity: nothing to trace"));
  }
  std::vector<Alert> path;
  std::unordered_set<EventId> seen;  // a loop may hand a value back to itself
  for (EventId at = event; at.valid() && seen.insert(at).second; at = run.BadInput(at)) {
    path.push_back(*AlertOf(run, at));
  }
  return path;
}

std::vector<InputRead> InputsRead(RunView& view, EventId event) {
  const store::Run& run = view.run();
  const query::EventIndex& index = view.index();
  std::vector<InputRead> reads;
  const store::OpId op = run.events.op[event];
  if (const auto kept = run.operands.find(event); kept != run.operands.end() && !op.valid()) {
    for (const EventId operand : kept->second) {
      if (operand.valid()) reads.push_back({query::NameOf(run, operand), operand});
    }
    return reads;
  }
  if (!op.valid()) {
    for (const ExecutionInput& input : InputsOfExecution(run, run.events.execution[event])) {
      if (input.maker.valid()) reads.push_back({input.Name(), input.event});
    }
    return reads;
  }
  const store::GraphId graph = run.graphs.op(op).graph;
  query::Neighbours neighbours(run, view.links());
  for (const query::Edge& edge : neighbours.Inputs(op)) {
    if (edge.is_control()) continue;
    InputRead read;
    read.name = (edge.graph == graph ? "" : GraphPrefix(view, edge.graph)) +
                std::string(run.strings[edge.name]) + ":" + std::to_string(edge.slot);
    if (edge.op.valid()) read.event = index.ReadBy(event, edge.op, edge.slot);
    reads.push_back(std::move(read));
  }
  return reads;
}

}  // namespace tdbg::session
