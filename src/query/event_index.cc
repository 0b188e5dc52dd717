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
}

std::span<const EventId> EventIndex::OfOp(store::OpId op) const {
  if (!op.valid() || op.index() + 1 >= op_begin_.size()) return {};
  return std::span(by_op_).subspan(op_begin_[op.index()],
                                   op_begin_[op.index() + 1] - op_begin_[op.index()]);
}

EventId EventIndex::Before(store::OpId op, int32_t slot, uint32_t rank,
                           store::ExecutionId execution) const {
  const auto events = OfOp(op);
  auto it = std::lower_bound(events.begin(), events.end(), rank,
                             [&](EventId id, uint32_t r) { return rank_[id.index()] < r; });
  while (it != events.begin()) {
    --it;
    if (run_.events.execution[*it] != execution) return EventId();
    if (run_.events.slot[*it] == slot) return *it;
  }
  return EventId();
}

EventId EventIndex::After(store::OpId op, int32_t slot, uint32_t rank,
                          store::ExecutionId execution) const {
  const auto events = OfOp(op);
  auto it = std::upper_bound(events.begin(), events.end(), rank,
                             [&](uint32_t r, EventId id) { return r < rank_[id.index()]; });
  for (; it != events.end() && run_.events.execution[*it] == execution; ++it) {
    if (run_.events.slot[*it] == slot) return *it;
  }
  return EventId();
}

}  // namespace tdbg::query
