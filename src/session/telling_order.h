// In which order births and other bad values are told: the same each time, whatever the threads of
// the program did first.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "query/alerts.h"
#include "query/graph_order.h"
#include "session/session.h"

namespace tdbg::session {

// Whether a gradient made it: an op that differentiation put there.
inline bool IsOfGradient(RunView& run, const query::Alert& alert) {
  const store::OpId op = run.run().events.op[alert.event];
  return op.valid() && query::IsOfGradient(run.run(), op);
}

// Executions in the order in which the program asked for them, and in each of them what was made of
// something behind it.
struct TellingPlace {
  int64_t time_ns = 0;  // at which the execution began
  int64_t number = 0;   // of the execution
  query::PlaceInGraph in_graph;

  auto operator<=>(const TellingPlace&) const = default;
};

TellingPlace TellingPlaceOf(RunView& run, store::EventId event);

// Numbers of the run's alerts by time, but that births of one execution stand in the order in which
// they are told: which of them came first is up to the threads.
std::vector<uint32_t> BirthsInTellingOrder(RunView& run);

// Puts births into the order in which they are told. Those in the first one's execution come first,
// gradients last among them: the op that the user wrote explains more. `run_of(item)` is a
// RunView&, `alert_of(item)` a query::Alert.
template <typename Iterator, typename RunOf, typename AlertOf>
void PutForwardFirst(Iterator begin, Iterator end, RunOf run_of, AlertOf alert_of) {
  if (begin == end) return;
  using Item = typename std::iterator_traits<Iterator>::value_type;
  std::vector<std::pair<TellingPlace, Item>> placed;
  for (auto it = begin; it != end; ++it) {
    placed.emplace_back(TellingPlaceOf(run_of(*it), alert_of(*it).event), std::move(*it));
  }
  std::ranges::stable_sort(placed, {}, &std::pair<TellingPlace, Item>::first);
  std::ranges::transform(placed, begin, [](auto& one) { return std::move(one.second); });
  const auto execution = [&](const auto& item) {
    return run_of(item).run().events.execution[alert_of(item).event];
  };
  const auto* const run = &run_of(*begin);
  const store::ExecutionId first = execution(*begin);
  const auto together = std::stable_partition(begin, end, [&](const auto& item) {
    return &run_of(item) == run && execution(item) == first;
  });
  std::stable_partition(begin, together, [&](const auto& item) {
    return !IsOfGradient(run_of(item), alert_of(item));
  });
}

}  // namespace tdbg::session
