#include "session/target/stop_place.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

#include "query/forward_op.h"
#include "query/gradient_twins.h"
#include "session/alert_facts.h"
#include "session/op_lookup.h"
#include "session/stack_facts.h"
#include "session/telling_order.h"

namespace tdbg::session {

using store::EventId;

std::optional<size_t> RunNumber(Session& session, std::string_view id) {
  const auto& runs = session.runs();
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].run().id == id) return i;
  }
  return std::nullopt;
}

EventId EventAt(const store::Run& run, int64_t time_ns, int64_t slot) {
  // What a process is held at was recorded last, so the search begins at the end.
  for (size_t i = run.events.end_index(); i > 0; --i) {
    const EventId event(static_cast<uint32_t>(i - 1));
    if (!run.events.Has(event)) continue;
    if (run.events.time_ns[event] == time_ns && run.events.slot[event] == slot) return event;
  }
  return EventId();
}

EventId FailureAt(const store::Run& run, int64_t time_ns) {
  for (const auto& [event, failure] : run.failures) {
    if (run.events.time_ns[event] == time_ns) return event;
  }
  return EventId();
}

store::ExecutionId ExecutionNumbered(const store::Run& run, int64_t number) {
  // What a process is held at was recorded last, so the search begins at the end.
  for (size_t i = run.executions.end_index(); number != 0 && i > 0; --i) {
    const store::ExecutionId execution(static_cast<uint32_t>(i - 1));
    if (!run.executions.Has(execution)) continue;
    if (run.executions[execution].number == number) return execution;
  }
  return store::ExecutionId();
}

std::optional<query::Alert> AlertOn(RunView& run, EventId event) {
  for (const query::Alert& alert : run.alerts()) {
    if (alert.event == event) return alert;
  }
  return std::nullopt;
}

namespace {

// Whether what the gradient bore, it bore of the same element as the op that it differentiates.
bool IsGradientOf(RunView& view, const query::Alert& gradient, const query::Alert& alert) {
  const store::Run& run = view.run();
  if (!IsOfGradient(view, gradient)) return false;
  const std::optional<query::ForwardOp>& forward = view.forward(run.events.op[gradient.event]);
  return forward && query::OpThatRanFor(run, *forward) == run.events.op[alert.event] &&
         query::AreBadOnSameElement(run, alert.event, gradient.event);
}

}  // namespace

std::vector<query::Alert> BirthsOf(RunView& run, store::ExecutionId execution, Moment moment) {
  std::vector<query::Alert> births, undecided;
  for (const query::Alert& alert : run.alerts()) {
    const bool here = run.run().events.execution[alert.event] == execution;
    if (!here || alert.verdict != Verdict::kOrigin) continue;
    const bool told = moment == Moment::kEnded || run.SurelyLeaves(alert.event);
    (told ? births : undecided).push_back(alert);
  }
  const std::vector<query::Alert> sure = births;
  std::ranges::copy_if(undecided, std::back_inserter(births), [&](const query::Alert& alert) {
    return std::ranges::any_of(
        sure, [&](const query::Alert& one) { return IsGradientOf(run, one, alert); });
  });
  PutForwardFirst(
      births.begin(), births.end(), [&](const auto&) -> RunView& { return run; },
      [](const query::Alert& alert) { return alert; });
  return births;
}

std::vector<query::Alert> EagerBirthsBefore(RunView& view, const query::Alert& birth) {
  const store::Run& run = view.run();
  const auto step_of = [&](EventId event) { return view.steps().Of(run.events.execution[event]); };
  std::vector<query::Alert> before;
  if (run.events.op[birth.event].valid()) return before;
  for (const query::Alert& alert : view.alerts()) {
    if (alert.event == birth.event) break;
    const bool is_birth =
        alert.verdict == Verdict::kOrigin && Judgement(alert.verdict, alert.source).IsBirth();
    const bool was_read = run.readers.contains(alert.event);
    if (!is_birth || !was_read || run.events.op[alert.event].valid()) continue;
    if (step_of(alert.event) == step_of(birth.event)) before.push_back(alert);
  }
  return before;
}

bool IsForwardToCome(RunView& view, const query::Alert& alert) {
  const store::Run& run = view.run();
  const store::OpId gradient = run.events.op[alert.event];
  if (!gradient.valid()) return false;
  const std::optional<query::ForwardOp>& forward = view.forward(gradient);
  if (!forward) return false;
  // A forward op is not waited for where it is one of several, or does not run by itself.
  const store::OpId op = forward->op;
  if (!op.valid() || run.graphs.op(op).inputs.empty()) return false;
  const std::span<const EventId> made = view.EventsOfOutput(op, 0);
  return std::none_of(made.begin(), made.end(), [&](EventId event) {
    return run.events.execution[event] == run.events.execution[alert.event];
  });
}

std::optional<Subject> SubjectOf(const store::Run& run, const Stop& stop) {
  if (stop.event.valid()) return SubjectOf(run, stop.event);
  if (stop.execution.valid()) return Subject{.op = {}, .execution = stop.execution, .slot = {}};
  return std::nullopt;
}

void DescribePlace(RunView& view, Stop& stop) {
  const store::Run& run = view.run();
  const std::optional<Subject> subject = SubjectOf(run, stop);
  if (!subject) return;
  if (subject->op.valid()) {
    const store::Op& op = run.graphs.op(subject->op);
    stop.op_name = run.strings[op.name];
    stop.op_type = run.strings[op.type];
  } else {
    stop.op_type = run.strings[run.executions[subject->execution].op_type];
  }
  const auto line = stop.alert ? Describe(view, *stop.alert).told_line
                               : query::UserLine(run, subject->StackIn(run));
  if (line) {
    stop.place = PlaceText(line->file, line->line);
    if (line->function != "<module>") stop.function = line->function;
  }
  if (stop.event.valid()) stop.execution = run.events.execution[stop.event];
  if (stop.execution.valid()) stop.step = view.steps().Of(stop.execution);
}

}  // namespace tdbg::session
