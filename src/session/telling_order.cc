#include "session/telling_order.h"

#include <numeric>
#include <unordered_map>

namespace tdbg::session {

TellingPlace TellingPlaceOf(RunView& view, store::EventId event) {
  const store::Run& run = view.run();
  TellingPlace place;
  place.time_ns = run.events.time_ns[event];
  place.in_graph = view.graph_order().PlaceOf(event);
  const store::ExecutionId id = run.events.execution[event];
  if (!id.valid()) return place;
  const store::Execution& execution = run.executions[id];
  if (execution.time_ns != kNoTime) place.time_ns = execution.time_ns;
  place.number = execution.number;
  return place;
}

std::vector<uint32_t> BirthsInTellingOrder(RunView& run) {
  const auto& alerts = run.alerts();
  std::vector<uint32_t> order(alerts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::unordered_map<store::ExecutionId, std::vector<uint32_t>> births;
  for (uint32_t i = 0; i < order.size(); ++i) {
    if (alerts[i].verdict != Verdict::kOrigin) continue;
    const store::ExecutionId execution = run.run().events.execution[alerts[i].event];
    if (execution.valid()) births[execution].push_back(i);
  }
  for (const auto& [execution, places] : births) {
    std::vector<std::pair<TellingPlace, uint32_t>> told;
    for (const uint32_t i : places) told.emplace_back(TellingPlaceOf(run, alerts[i].event), i);
    std::ranges::sort(told);
    for (size_t i = 0; i < places.size(); ++i) order[places[i]] = told[i].second;
  }
  return order;
}

}  // namespace tdbg::session
