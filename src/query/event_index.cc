#include "query/event_index.h"

#include <algorithm>

namespace tdbg::query {
namespace {

using store::EventId;

// Recorded files are sorted but for a few seams, so finding the sorted stretches and merging them
// beats sorting.
void SortByTime(std::vector<EventId>& order, const store::TensorEventTable& events) {
  const auto earlier = [&](EventId a, EventId b) {
    const int64_t ta = events.time_ns[a], tb = events.time_ns[b];
    return ta != tb ? ta < tb : a < b;
  };
  constexpr size_t kFewSeams = 16;
  std::vector<size_t> seams;
  for (size_t i = 1; i < order.size() && seams.size() <= kFewSeams; ++i) {
    if (earlier(order[i], order[i - 1])) seams.push_back(i);
  }
  if (seams.size() > kFewSeams) {
    std::sort(order.begin(), order.end(), earlier);
    return;
  }
  for (size_t i = 0; i < seams.size(); ++i) {
    const size_t end = i + 1 < seams.size() ? seams[i + 1] : order.size();
    std::inplace_merge(order.begin(), order.begin() + static_cast<ptrdiff_t>(seams[i]),
                       order.begin() + static_cast<ptrdiff_t>(end), earlier);
  }
}

}  // namespace

EventIndex::EventIndex(const store::Run& run) : run_(run) {
  const store::TensorEventTable& events = run.events;
  order_.reserve(events.size());
  for (EventId id : events.ids()) order_.push_back(id);
  SortByTime(order_, events);

  rank_.resize(order_.size());
  op_begin_.assign(run.graphs.num_ops() + 1, 0);
  for (size_t i = 0; i < order_.size(); ++i) {
    rank_[order_[i].index()] = static_cast<uint32_t>(i);
    if (const store::OpId op = events.op[order_[i]]; op.valid()) ++op_begin_[op.index() + 1];
  }
  for (size_t i = 1; i < op_begin_.size(); ++i) op_begin_[i] += op_begin_[i - 1];
  by_op_.resize(op_begin_.back());
  std::vector<uint32_t> fill(op_begin_.begin(), op_begin_.end() - 1);
  for (const EventId id : order_) {
    if (const store::OpId op = events.op[id]; op.valid()) by_op_[fill[op.index()]++] = id;
  }
  const auto lower_slot = [&](EventId a, EventId b) { return events.slot[a] < events.slot[b]; };
  for (size_t op = 0; op + 1 < op_begin_.size(); ++op) {
    const auto begin = by_op_.begin() + op_begin_[op], end = by_op_.begin() + op_begin_[op + 1];
    if (!std::is_sorted(begin, end, lower_slot)) std::stable_sort(begin, end, lower_slot);
  }
}

std::span<const EventId> EventIndex::OfOp(store::OpId op) const {
  if (!op.valid() || op.index() + 1 >= op_begin_.size()) return {};
  return std::span(by_op_).subspan(op_begin_[op.index()],
                                   op_begin_[op.index() + 1] - op_begin_[op.index()]);
}

std::span<const EventId> EventIndex::OfOutput(store::OpId op, int32_t slot) const {
  const auto events = OfOp(op);
  const auto begin = std::partition_point(events.begin(), events.end(),
                                          [&](EventId id) { return run_.events.slot[id] < slot; });
  const auto end = std::partition_point(begin, events.end(),
                                        [&](EventId id) { return run_.events.slot[id] == slot; });
  return {begin, end};
}

std::span<const EventId>::iterator EventIndex::FirstFrom(std::span<const EventId> events,
                                                         uint32_t rank) const {
  return std::partition_point(events.begin(), events.end(),
                              [&](EventId id) { return rank_[id.index()] < rank; });
}

std::span<const EventId> EventIndex::OfExecution(std::span<const EventId> events, uint32_t rank,
                                                 store::ExecutionId execution) const {
  const auto belongs = [&](EventId id) { return run_.events.execution[id] == execution; };
  const auto middle = FirstFrom(events, rank);
  const auto begin =
      std::partition_point(std::make_reverse_iterator(middle), events.rend(), belongs).base();
  const auto end = std::partition_point(middle, events.end(), belongs);
  return {begin, end};
}

EventId EventIndex::SameRound(EventId event, store::OpId op, int32_t slot) const {
  const uint32_t rank = rank_[event.index()];
  const store::ExecutionId execution = run_.events.execution[event];
  const auto own =
      OfExecution(OfOutput(run_.events.op[event], run_.events.slot[event]), rank, execution);
  const auto others = OfExecution(OfOutput(op, slot), rank, execution);
  if (own.size() != others.size()) return EventId();
  return others[static_cast<size_t>(FirstFrom(own, rank) - own.begin())];
}

EventId EventIndex::Before(store::OpId op, int32_t slot, uint32_t rank,
                           store::ExecutionId execution) const {
  const auto events = OfOutput(op, slot);
  const auto next = FirstFrom(events, rank);
  if (next == events.begin()) return EventId();
  const EventId last = *(next - 1);
  return run_.events.execution[last] == execution ? last : EventId();
}

EventId EventIndex::After(store::OpId op, int32_t slot, uint32_t rank,
                          store::ExecutionId execution) const {
  const auto events = OfOutput(op, slot);
  const auto next = FirstFrom(events, rank + 1);
  if (next == events.end()) return EventId();
  return run_.events.execution[*next] == execution ? *next : EventId();
}

}  // namespace tdbg::query
