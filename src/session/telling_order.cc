#include "session/telling_order.h"

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

}  // namespace tdbg::session
