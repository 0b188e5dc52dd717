#include "view/current_tensor.h"

#include <algorithm>

#include "session/tensor_facts.h"

namespace tdbg::view {
namespace {

using session::FoundTensor;
using store::EventId;

EventId FirstOfInterest(session::RunView& run) {
  for (const query::Alert& alert : run.alerts()) {
    if (alert.verdict == query::Verdict::kOrigin) return alert.event;
  }
  return run.alerts().empty() ? run.index().chronological().front() : run.alerts().front().event;
}

}  // namespace

Result<EventId> CurrentEvent(Workspace& workspace) {
  Cursor& cursor = workspace.cursor();
  if (!cursor.event.valid()) {
    if (workspace.run().run().events.size() == 0) {
      return NotFound("no tensor was recorded in this run");
    }
    cursor.event = FirstOfInterest(workspace.run());
  }
  return cursor.event;
}

Result<FoundTensor> NamedTensor(Workspace& workspace, std::string_view text) {
  session::RunView& run = workspace.run();
  const bool current = text.empty() || text == "." || text.starts_with(".[");
  if (!current) return session::FindTensor(run, text);
  TDBG_ASSIGN_OR_RETURN(const EventId event, CurrentEvent(workspace));
  const session::TensorFacts facts = session::FactsOf(run, event);
  TDBG_ASSIGN_OR_RETURN(FoundTensor found, session::FindTensor(run, facts.name));
  found.slice = text.empty() ? "" : text.substr(1);
  return found;
}

Status ChooseAtCursor(Workspace& workspace, FoundTensor& found) {
  TDBG_ASSIGN_OR_RETURN(const EventId current, CurrentEvent(workspace));
  const query::EventIndex& index = workspace.run().index();
  const auto later = std::find_if(found.events.begin(), found.events.end(), [&](EventId event) {
    return index.rank(event) > index.rank(current);
  });
  if (later == found.events.begin()) {
    return NotFound(found.name + " has no value yet at the cursor; its first is event " +
                    std::to_string(index.rank(*later)));
  }
  found.chosen = static_cast<size_t>(later - found.events.begin()) - 1;
  return Status::Ok();
}

}  // namespace tdbg::view
