#include "session/value_history.h"

#include <algorithm>

#include "query/eager_rounds.h"
#include "session/source_index.h"

namespace tdbg::session {
namespace {

using store::EventId;
using Measure = ValueHistory::Measure;

constexpr size_t kMostMoments = 6;
constexpr size_t kMostLookedAt = 1000;

// An eager op has no node in a graph: its past is what it made in the rounds of a loop before;
// where there are none, what the same line did before with the same kind of op.
std::vector<EventId> EagerPast(RunView& view, EventId event) {
  const store::Run& run = view.run();
  const store::Execution& own = run.executions[run.events.execution[event]];
  std::vector<EventId> events;
  const query::EagerRounds rounds(run, run.events.execution[event]);
  std::vector<store::ExecutionId> past = rounds.Of(run.events.execution[event]);
  if (past.size() < 2 && own.stack.valid()) {
    const auto of_line = view.sources().Executions(own.stack);
    past.assign(of_line.begin(), of_line.end());
  }
  for (const store::ExecutionId id : past) {
    const store::Execution& execution = run.executions[id];
    if (execution.op_type != own.op_type) continue;
    for (int32_t i = 0; i < execution.num_events; ++i) {
      const EventId made(execution.first_event.index() + static_cast<uint32_t>(i));
      if (run.events.slot[made] == run.events.slot[event]) events.push_back(made);
    }
  }
  return events;
}

// The events of the same output up to this one, which is the last; of several in one execution only
// the last, unless there is but one execution.
std::vector<EventId> Moments(RunView& view, EventId event) {
  const store::Run& run = view.run();
  const store::OpId op = run.events.op[event];
  std::vector<EventId> all;
  if (op.valid()) {
    const auto events = view.EventsOfOutput(op, run.events.slot[event]);
    all.assign(events.begin(), events.end());
  } else {
    all = EagerPast(view, event);
  }
  std::erase_if(all, [&](EventId e) { return view.index().rank(e) > view.index().rank(event); });
  std::vector<EventId> last_of_each;
  for (const EventId e : all) {
    const bool same = !last_of_each.empty() &&
                      run.events.execution[last_of_each.back()] == run.events.execution[e];
    if (same) last_of_each.back() = e;
    if (!same) last_of_each.push_back(e);
  }
  return last_of_each.size() > 1 ? last_of_each : all;
}

std::string Joined(const std::vector<int64_t>& numbers) {
  std::string text;
  for (const int64_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

// "steps 0, 1, 2"; "" where the moments of an eager op are all of one step: its line may have made
// several tensors.
std::string WhenText(RunView& view, const std::vector<EventId>& moments) {
  const store::Run& run = view.run();
  std::vector<int64_t> steps;
  std::vector<int64_t> executions;
  for (const EventId moment : moments) {
    const store::ExecutionId execution = run.events.execution[moment];
    if (!execution.valid()) continue;
    executions.push_back(execution.index());
    if (const auto step = view.steps().Of(execution)) steps.push_back(*step);
  }
  const auto tells_apart = [&](const std::vector<int64_t>& numbers) {
    return numbers.size() == moments.size() &&
           std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
  };
  if (tells_apart(steps)) return "steps " + Joined(steps);
  if (!run.events.op[moments.back()].valid() && !steps.empty()) return "";
  if (tells_apart(executions)) return "executions " + Joined(executions);
  return "the last " + std::to_string(moments.size()) + " iterations";
}

std::optional<double> Measured(const store::Digest& digest, Measure measure) {
  switch (measure) {
    case Measure::kMin:
      return digest.min;
    case Measure::kMax:
      return digest.max;
    case Measure::kZeros:
      return digest.zero ? std::optional(static_cast<double>(*digest.zero)) : std::nullopt;
  }
  return std::nullopt;
}

Measure Choose(const store::Digest& digest, std::optional<double> number) {
  const bool zero = number ? *number == 0 : digest.zero.value_or(0) > 0;
  if (zero && digest.min.value_or(-1) < 0) return Measure::kZeros;
  return zero || number.value_or(0) < 0 ? Measure::kMin : Measure::kMax;
}

}  // namespace

std::optional<ValueHistory> HistoryOf(RunView& view, EventId event, std::optional<double> number) {
  const auto now = view.run().values->ReadDigest(event);
  if (!now.ok()) return std::nullopt;
  ValueHistory history;
  history.measure = Choose(*now, number);
  const std::vector<EventId> moments = Moments(view, event);
  std::vector<EventId> told;
  const size_t first = moments.size() > kMostLookedAt ? moments.size() - kMostLookedAt : 0;
  for (size_t i = moments.size(); i-- > first && told.size() < kMostMoments;) {
    const auto digest = view.run().values->ReadDigest(moments[i]);
    const auto value = digest.ok() ? Measured(*digest, history.measure) : std::nullopt;
    if (!value) continue;  // a recorder may measure only every so often
    history.values.push_back(*value);
    told.push_back(moments[i]);
  }
  if (told.size() < 2 || told.front() != event) return std::nullopt;
  std::reverse(history.values.begin(), history.values.end());
  std::reverse(told.begin(), told.end());
  history.when = WhenText(view, told);
  if (history.when.empty()) return std::nullopt;
  return history;
}

}  // namespace tdbg::session
