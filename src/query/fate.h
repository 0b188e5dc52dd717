// Forwards: does a bad value reach a result, a fetch or a variable, or is it masked?
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/by_row.h"
#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// The bad events of one execution are judged together.
class Fate {
 public:
  Fate(const store::Run& run, const EventIndex& index, GraphLinks& links, const BadValues& bad)
      : run_(run), index_(index), links_(links), bad_(bad) {}

  // True only where it can be told: the value was consumed, and no chain of bad values from it
  // leaves the execution.
  bool Masked(store::EventId event) const { return IsMasked(event); }

  // To be called when the run has grown, with all bad events from the first on whose fate may be
  // another now: from the last to the first, for what became of one builds on what became of those
  // that were made of it.
  void JudgeAgain(std::span<const store::EventId> events);

 private:
  enum class End : uint8_t { kUnknown, kMasked, kLeaves };

  // A recording made to deceive may name a billion outputs, or let ways part and meet without end.
  static constexpr int64_t kMostSteps = 1'000'000;

  void Judge(store::ExecutionId execution);
  End EndOf(store::EventId event);
  End EndOfEager(store::EventId event) const;
  bool Escapes(store::EventId event, store::OpId op, int32_t slot, int depth);
  bool EscapesThrough(store::EventId event, store::OpId consumer, int depth);
  bool IsMasked(store::EventId bad) const { return ends_[bad] == End::kMasked; }
  bool TakenOutEscapes(store::EventId event, store::OpId op);
  bool EscapesFromCollection(store::EventId event, store::OpId op, int32_t slot, int depth);
  bool ResultEscapes(store::EventId event, store::OpId op, int depth);
  bool MayLeave(store::OpId op);
  std::unordered_set<store::OpId> FindLeaving(store::GraphId graph);
  bool IsFetched(store::ExecutionId execution, store::OpId op, int32_t slot) const;
  bool EndsClean(store::ExecutionId execution);
  bool FindIfEndsClean(store::ExecutionId execution);
  bool HandsOutNothingBad(store::ExecutionId execution);
  std::unordered_set<store::OpId> FindHandingOut(store::GraphId graph);
  bool IsForNothing(store::ExecutionId execution, store::OpId op, int32_t slot);
  bool FindIfForNothing(store::OpId op, int32_t slot);

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  ByRow<store::EventId, End> ends_;
  std::unordered_set<store::ExecutionId> judged_;
  bool later_iteration_ = false;  // the walk has passed the back edge of a loop
  int64_t steps_left_ = 0;        // of one answer; when they are used up, it cannot be told
  // Outputs without a record that the walk of one answer has come to, and whether it had passed the
  // back edge of a loop by then.
  std::set<std::tuple<store::OpId, int32_t, bool>> passed_;
  // What was found out since the run has grown.
  std::unordered_map<store::GraphId, std::unordered_set<store::OpId>> leaving_;
  std::unordered_map<store::GraphId, std::unordered_set<store::OpId>> handing_out_;
  std::unordered_map<store::ExecutionId, bool> ends_clean_;
  std::map<std::pair<store::OpId, int32_t>, bool> for_nothing_;
};

}  // namespace tdbg::query
