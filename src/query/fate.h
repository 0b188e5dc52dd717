// Forwards: does a bad value reach a result, a fetch or a variable, or is it swallowed on the way?
#pragma once

#include <unordered_map>

#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// Call Masked() for bad events from the last to the first: each answer builds on later ones.
class Fate {
 public:
  Fate(const store::Run& run, const EventIndex& index, GraphLinks& links, const BadValues& bad)
      : run_(run), index_(index), links_(links), bad_(bad) {}

  // True only where it can be told: the value was consumed, and no chain of bad values from it
  // leaves the execution.
  bool Masked(store::EventId event);

 private:
  // A recording made to deceive may name a billion outputs, or let ways part and meet without end.
  static constexpr int64_t kMostSteps = 1'000'000;

  bool Escapes(store::EventId event, store::OpId op, int32_t slot, int depth);
  bool EscapesThrough(store::EventId event, store::OpId consumer, int depth);
  store::EventId MadeOf(store::EventId event, store::OpId consumer, int32_t slot) const;
  bool ResultEscapes(store::EventId event, store::OpId op, int depth);
  bool MayLeave(store::OpId op, int depth);
  bool IsFetched(store::ExecutionId execution, store::OpId op, int32_t slot) const;
  bool EndsClean(store::ExecutionId execution) const;

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  std::unordered_map<store::EventId, bool> masked_;
  bool later_round_ = false;  // the walk has passed the back edge of a loop
  int64_t steps_left_ = 0;    // of one answer; when they are used up, it cannot be told
  std::unordered_map<store::OpId, bool> may_leave_;
};

}  // namespace tdbg::query
