// In which order births are told.
#pragma once

#include <algorithm>

#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

// Whether a gradient made it: an op that differentiation put there.
inline bool IsOfGradient(RunView& run, const query::Alert& alert) {
  const store::OpId op = run.run().events.op[alert.event];
  return op.valid() && query::IsOfGradient(run.run(), op);
}

// Kernels of one execution run in any order: a gradient may stumble over a value before the op that
// the user wrote does, and the user's op explains more. Of births in order of time, those in the
// first one's execution come first, gradients last among them; the others stay in order.
// `run_of(item)` is a RunView&, `alert_of(item)` a query::Alert.
template <typename Iterator, typename RunOf, typename AlertOf>
void PutForwardFirst(Iterator begin, Iterator end, RunOf run_of, AlertOf alert_of) {
  if (begin == end) return;
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
