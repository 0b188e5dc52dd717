// Tensor events by time and by op: what every walk through a run starts from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

// A snapshot of a run's events; make a new one when the run has grown. Keeps a reference to the
// run.
class EventIndex {
 public:
  explicit EventIndex(const store::Run& run);

  // All events, first to last; those of one moment in the order they were recorded.
  std::span<const store::EventId> chronological() const { return order_; }

  // Position of the event in chronological().
  uint32_t rank(store::EventId event) const { return rank_[event.index()]; }

  // Events of all outputs of the op: output by output, each chronological.
  std::span<const store::EventId> OfOp(store::OpId op) const;

  // Events of one output, chronological.
  std::span<const store::EventId> OfOutput(store::OpId op, int32_t slot) const;

  // The event of this output in the same round of the same execution as `event`, which is one of an
  // op of the same graph: the k-th of as many. A debug op may run a little later than those that
  // read the same tensor, so times alone do not tell. Invalid where the numbers differ.
  store::EventId SameRound(store::EventId event, store::OpId op, int32_t slot) const;

  // The last event of this output before position `rank` in `execution`; invalid if there is none.
  store::EventId Before(store::OpId op, int32_t slot, uint32_t rank,
                        store::ExecutionId execution) const;

  // The first event of this output after position `rank` in `execution`.
  store::EventId After(store::OpId op, int32_t slot, uint32_t rank,
                       store::ExecutionId execution) const;

 private:
  // Both take events of one output. The first at or after position `rank`.
  std::span<const store::EventId>::iterator FirstFrom(std::span<const store::EventId> events,
                                                      uint32_t rank) const;
  // Those of the execution around position `rank`; they lie together.
  std::span<const store::EventId> OfExecution(std::span<const store::EventId> events, uint32_t rank,
                                              store::ExecutionId execution) const;

  const store::Run& run_;
  std::vector<store::EventId> order_;
  std::vector<uint32_t> rank_;
  std::vector<uint32_t> op_begin_;  // OfOp(op) is by_op_[op_begin_[op] … op_begin_[op + 1])
  std::vector<store::EventId> by_op_;
};

}  // namespace tdbg::query
