#include "query/growth.h"

#include <algorithm>
#include <cmath>

namespace tdbg::query {

using store::EventId;

namespace {

// nullopt where it is bad, or that was not measured.
std::optional<Measured> MeasuredAt(const store::Run& run, EventId event, int64_t at) {
  if (!run.MayTellMoments(event)) return std::nullopt;
  const auto digest = run.values->ReadDigest(event);
  if (!digest.ok() || digest->bad.value_or(true) || !digest->min || !digest->max) {
    return std::nullopt;
  }
  return Measured{at, std::max(std::abs(*digest->min), std::abs(*digest->max)), event};
}

}  // namespace

const char* ByName(Growth::By by) {
  switch (by) {
    case Growth::By::kStep:
      return "step";
    case Growth::By::kIteration:
      return "iteration";
    case Growth::By::kRound:
      return "round";
  }
  return "";
}

std::optional<Growth> GrowthAtEnd(std::span<const Measured> history) {
  std::vector<Measured> moments;
  for (const Measured& one : history) {
    if (!moments.empty() && moments.back().at == one.at) moments.pop_back();
    moments.push_back(one);
  }
  if (moments.empty()) return std::nullopt;
  size_t first = moments.size() - 1;
  while (first > 0 && moments[first - 1].largest < moments[first].largest) --first;
  Growth growth;
  growth.began = moments[first].at;
  while (first < moments.size() && moments[first].largest == 0) ++first;
  if (first == moments.size()) return std::nullopt;
  growth.measured = static_cast<int64_t>(moments.size() - first);
  growth.first = moments[first].event;
  growth.last = moments.back().event;
  growth.since = moments[first].at;
  growth.until = moments.back().at;
  growth.before = moments[first].largest;
  growth.now = moments.back().largest;
  if (growth.measured < kLeastMeasuredGrowth || growth.now < kLeastGrowth * growth.before) {
    return std::nullopt;
  }
  growth.factor = std::exp2(std::log2(growth.now / growth.before) /
                            static_cast<double>(growth.until - growth.since));
  return growth;
}

std::vector<Measured> IterationsBefore(const store::Run& run, const EventIndex& index,
                                       store::OpId op, int32_t slot, store::ExecutionId execution,
                                       uint32_t rank) {
  std::vector<Measured> history;
  int64_t iteration = 0;
  for (const EventId made : index.OfOutput(op, slot)) {
    if (run.events.execution[made] != execution) continue;
    if (index.rank(made) >= rank) break;
    const int64_t at = iteration++;
    if (const auto measured = MeasuredAt(run, made, at)) history.push_back(*measured);
  }
  return history;
}

std::vector<Measured> OfRounds(const store::Run& run,
                               std::span<const store::ExecutionId> executions, int32_t slot) {
  std::vector<Measured> history;
  for (size_t i = 0; i < executions.size(); ++i) {
    const store::Execution& execution = run.executions[executions[i]];
    if (execution.graph.valid()) continue;  // a function: its outputs are its ops'
    for (int32_t j = 0; j < execution.num_events; ++j) {
      const EventId event(execution.first_event.index() + static_cast<uint32_t>(j));
      if (run.events.slot[event] != slot) continue;
      const auto measured = MeasuredAt(run, event, static_cast<int64_t>(i));
      if (measured) history.push_back(*measured);
    }
  }
  return history;
}

std::vector<Measured> StepsBefore(const Series& series, uint32_t rank) {
  std::vector<Measured> history;
  for (const Moment& moment : series.moments) {
    if (moment.rank >= rank) break;
    history.push_back({moment.step, moment.largest(), moment.event});
  }
  return history;
}

}  // namespace tdbg::query
