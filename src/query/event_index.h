// Tensor events by time and by op: what every walk through a run starts from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/by_row.h"
#include "query/revisions.h"
#include "store/run.h"

namespace tdbg::query {

// For a run that may grow: call Extend() when it has. Keeps a reference to the run.
class EventIndex {
 public:
  explicit EventIndex(const store::Run& run);

  // Takes in what is new. Costs what is new, and what came later in time than the first of it.
  void Extend();

  // Of positions in chronological(): those from which on events are new, in another place, or not
  // what they were.
  const Revisions& revisions() const { return revisions_; }

  // Counts up when an op of a known graph has its first event: until then it was looked through.
  uint64_t first_events() const { return first_events_; }

  // All events, first to last; those of one moment thread by thread, in the order each wrote them.
  std::span<const store::EventId> chronological() const { return order_; }

  // Position of the event in chronological().
  uint32_t rank(store::EventId event) const { return rank_[event]; }

  // Position of the first event after that moment.
  size_t FirstAfter(int64_t time_ns) const;

  // Events of all outputs of the op: output by output, each chronological.
  std::span<const store::EventId> OfOp(store::OpId op) const;

  // Events of one output, chronological.
  std::span<const store::EventId> OfOutput(store::OpId op, int32_t slot) const;

  // How far what is asked about lies from what asks. kSameIteration: they are ops of one graph in
  // one iteration of its loops, and a debug op that ran a little late is no reason to be passed
  // over. kAnyIteration: there is an edge between them that leads into another iteration.
  enum class Reach { kSameIteration, kAnyIteration };

  // Which event of the output the op behind `reader` saw; invalid if none was recorded.
  store::EventId ReadBy(store::EventId reader, store::OpId op, int32_t slot,
                        Reach reach = Reach::kSameIteration) const;
  // Which event of the output was made of `event`; invalid if none was recorded.
  store::EventId MadeOf(store::EventId event, store::OpId op, int32_t slot,
                        Reach reach = Reach::kSameIteration) const;

  // The event of this output in the same iteration of the same execution as `event`, which is one
  // of an op of the same graph: the k-th of as many. A debug op may run a little later than those
  // that read the same tensor, so times alone do not tell. Invalid where the numbers differ.
  store::EventId SameIteration(store::EventId event, store::OpId op, int32_t slot) const;

  // The last event of this output before position `rank` in `execution`; invalid if there is none.
  store::EventId Before(store::OpId op, int32_t slot, uint32_t rank,
                        store::ExecutionId execution) const;

  // The first event of this output after position `rank` in `execution`.
  store::EventId After(store::OpId op, int32_t slot, uint32_t rank,
                       store::ExecutionId execution) const;

 private:
  bool IsEarlier(store::EventId a, store::EventId b) const;
  bool StandsBefore(store::EventId a, store::EventId b) const;
  void Forget();
  size_t PutInOrder(size_t first_new);
  void PutToOps(size_t from, size_t first_new);
  bool SameGraph(store::EventId event, store::OpId op) const;
  // The first of `events`, all of one output, at or after position `rank`.
  std::span<const store::EventId>::iterator FirstFrom(std::span<const store::EventId> events,
                                                      uint32_t rank) const;
  // Those of `events`, all of one output, that are of the execution around position `rank`: they
  // lie together.
  std::span<const store::EventId> OfExecution(std::span<const store::EventId> events, uint32_t rank,
                                              store::ExecutionId execution) const;

  const store::Run& run_;
  std::vector<store::EventId> order_;
  ByRow<store::EventId, uint32_t> rank_;
  std::vector<std::vector<store::EventId>> by_op_;
  Revisions revisions_;
  uint64_t first_events_ = 0;
  size_t events_seen_ = 0;
  size_t changes_seen_ = 0;
  uint64_t moved_seen_ = 0;
};

}  // namespace tdbg::query
