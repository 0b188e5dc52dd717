#include "view/current_tensor.h"

#include <algorithm>

#include "session/report_names.h"
#include "session/tensor_facts.h"

namespace tdbg::view {
namespace {

using session::FoundTensor;
using store::EventId;

// Where the cursor stands, or would stand if somebody asked; invalid in a run without events.
EventId EventAtCursor(Position& position) {
  session::RunView& run = position.run();
  const EventId chosen = position.cursor().event;
  if (chosen.valid() && run.run().events.Has(chosen)) return chosen;
  if (run.run().events.size() == 0) return {};
  for (const query::Alert& alert : run.alerts()) {
    if (alert.verdict == Verdict::kOrigin) return alert.event;
  }
  return run.alerts().empty() ? run.index().chronological().front() : run.alerts().front().event;
}

}  // namespace

Result<EventId> CurrentEvent(Position& position) {
  const EventId chosen = position.cursor().event;
  if (chosen.valid() && !position.run().run().events.Has(chosen)) {
    position.cursor() = {};  // said once: the next command finds the cursor where it began
    return store::NotKept("the tensor at the cursor");
  }
  const EventId event = EventAtCursor(position);
  if (!event.valid()) return NotFound("no tensor was recorded in this run");
  return position.cursor().event = event;
}

store::GraphId CurrentGraph(Position& position) {
  const EventId event = EventAtCursor(position);
  const store::Run& run = position.run().run();
  const store::OpId op = event.valid() ? run.events.op[event] : store::OpId();
  return op.valid() ? run.graphs.op(op).graph : store::GraphId();
}

Result<FoundTensor> NamedTensor(Position& position, std::string_view text) {
  session::RunView& run = position.run();
  const bool current = text.empty() || text == "." || text.starts_with(".[");
  if (!current) {
    Result<FoundTensor> named = session::FindTensor(run, text, CurrentGraph(position));
    const EventId place = EventAtCursor(position);
    if (named.ok() || !place.valid()) return named;
    // The report on the tensor at the cursor shows others by the names under which its op reads
    // them: these names are understood, too.
    if (auto shown = session::FindInReport(run, place, text)) return *std::move(shown);
    return named;
  }
  TDBG_ASSIGN_OR_RETURN(const EventId event, CurrentEvent(position));
  const session::TensorFacts facts = session::FactsOf(run, event);
  TDBG_ASSIGN_OR_RETURN(FoundTensor found, session::FindTensor(run, facts.name));
  found.slice = text.empty() ? "" : text.substr(1);
  return found;
}

Status ChooseAtCursor(Position& position, FoundTensor& found) {
  TDBG_ASSIGN_OR_RETURN(const EventId current, CurrentEvent(position));
  const query::EventIndex& index = position.run().index();
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

void ChooseInExecution(Position& position, FoundTensor& found) {
  if (ChooseAtCursor(position, found).ok()) {
    const EventId current = position.cursor().event;
    const auto& execution = position.run().run().events.execution;
    const size_t next = found.chosen + 1;
    const bool has_it = execution[found.event()] == execution[current];
    if (has_it || next == found.events.size()) return;
    if (execution[found.events[next]] == execution[current]) found.chosen = next;
    return;
  }
  found.chosen = 0;  // all are later
}

}  // namespace tdbg::view
