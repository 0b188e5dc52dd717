#include "session/findings.h"

#include <algorithm>
#include <map>

#include "session/telling_order.h"

namespace tdbg::session {
namespace {

store::ExecutionId ExecutionOf(const FoundAlert& found) {
  return found.run->run().events.execution[found.alert.event];
}

void PutInOrder(std::vector<FoundAlert>& alerts) {
  PutForwardFirst(
      alerts.begin(), alerts.end(), [](const FoundAlert& found) -> RunView& { return *found.run; },
      [](const FoundAlert& found) { return found.alert; });
}

// The execution and step at which the program counts as ended, whatever it still did.
struct End {
  store::ExecutionId execution;
  std::optional<int64_t> step;
};

// Whether the alert came after the end. In a run without steps each execution counts as a step.
bool IsAfter(const FoundAlert& found, const End& end, EndedIn ended) {
  const store::ExecutionId execution = ExecutionOf(found);
  if (execution == end.execution || !execution.valid() || !end.execution.valid()) return false;
  const std::optional<int64_t> step = found.run->steps().Of(execution);
  if (ended == EndedIn::kStep && step && end.step) return *step > *end.step;
  return execution.index() > end.execution.index();
}

}  // namespace

std::vector<RunView*> RunsOf(Session& session, std::string_view job) {
  std::vector<RunView*> ours;
  for (RunView& run : session.runs()) {
    if (run.run().job == job) ours.push_back(&run);
  }
  return ours;
}

Findings Find(const std::vector<RunView*>& runs, const AllowedBirths& allowed) {
  Findings findings;
  for (RunView* const run : runs) {
    for (const query::Alert& alert : run->alerts()) {
      if (alert.verdict == Verdict::kMasked) {
        findings.masked.push_back({run, alert});
      } else if (alert.verdict == Verdict::kHandled) {
        findings.handled.push_back({run, alert});
      } else if (alert.verdict == Verdict::kOrigin) {
        (allowed.Cover(*run, alert) ? findings.allowed : findings.births).push_back({run, alert});
      }
    }
  }
  for (auto* const alerts :
       {&findings.births, &findings.allowed, &findings.masked, &findings.handled}) {
    PutInOrder(*alerts);
  }
  return findings;
}

bool IsDecided(const FoundAlert& birth) {
  constexpr int64_t kWhileNs = 1'000'000'000;
  const store::Run& run = birth.run->run();
  const store::ExecutionId execution = ExecutionOf(birth);
  if (!execution.valid() || run.events.badness[birth.alert.event] == store::Badness::kFailed) {
    return true;
  }
  if (run.executions[execution].end_ns != kNoTime) return true;
  const bool eager = !run.events.op[birth.alert.event].valid();
  return eager && run.end_ns - run.events.time_ns[birth.alert.event] > kWhileNs;
}

void KeepUpToFirstBirth(Findings& findings, EndedIn ended) {
  std::map<RunView*, End> ends;
  for (const FoundAlert& birth : findings.births) {
    const store::ExecutionId execution = ExecutionOf(birth);
    const std::optional<int64_t> step =
        execution.valid() ? birth.run->steps().Of(execution) : std::nullopt;
    ends.emplace(birth.run, End{.execution = execution, .step = step});
  }
  for (auto* const alerts :
       {&findings.births, &findings.allowed, &findings.masked, &findings.handled}) {
    std::erase_if(*alerts, [&](const FoundAlert& found) {
      const auto end = ends.find(found.run);
      return end != ends.end() && IsAfter(found, end->second, ended);
    });
  }
}

}  // namespace tdbg::session
