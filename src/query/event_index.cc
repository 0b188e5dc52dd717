#include "query/event_index.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tdbg::query {
namespace {

using store::EventId;

// The first that does not belong. Executions that run side by side mix their events, so what is
// near is looked at one by one; only the iterations of a long loop are more, and they lie together.
template <typename Iterator, typename Belongs>
Iterator EndOfStretch(Iterator begin, Iterator end, Belongs belongs) {
  constexpr ptrdiff_t kNear = 64;
  const Iterator near = begin + std::min(kNear, end - begin);
  const Iterator found = std::find_if_not(begin, near, belongs);
  return found == near ? std::partition_point(near, end, belongs) : found;
}

// Recorded files are sorted but for a few seams, so finding the sorted stretches and merging them
// beats sorting.
template <typename Earlier>
void SortByTime(std::span<EventId> order, Earlier earlier) {
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

EventIndex::EventIndex(const store::Run& run) : run_(run) { Extend(); }

// Ids are in the order of reading, which depends on when it was read. Files, and places in them, do
// not.
bool EventIndex::IsEarlier(EventId a, EventId b) const {
  const int64_t ta = run_.events.time_ns[a], tb = run_.events.time_ns[b];
  if (ta != tb) return ta < tb;
  if (run_.format == store::Format::kTfdbg1) return StandsBefore(a, b);
  const auto place = [&](EventId id) {
    const store::ThreadId thread = run_.ThreadOf(id);
    const store::Payload& payload = run_.events.payload[id];
    return std::tuple(thread.valid() ? run_.threads[thread].number : 0, payload.file,
                      payload.offset, id);
  };
  return place(a) < place(b);
}

// A tfdbg1 dump has a file for each event. Where its clock does not tell, ops stand in their graph
// before those that read them.
bool EventIndex::StandsBefore(EventId a, EventId b) const {
  const auto place = [&](EventId id) {
    const auto turn = run_.turns.find(id);
    const store::Op& op = run_.graphs.op(run_.events.op[id]);
    const store::Graph& graph = run_.graphs.graph(op.graph);
    const bool bare = !op.type.valid();
    return std::tuple(turn == run_.turns.end() ? 0 : turn->second, graph.time_ns,
                      run_.strings[graph.key], bare, bare ? 0 : op.place, run_.strings[op.name],
                      run_.events.slot[id], run_.events.detail[id], id);
  };
  return place(a) < place(b);
}

void EventIndex::Forget() {
  order_.clear();
  rank_.Clear();
  by_op_.clear();
  events_seen_ = 0;
  ++first_events_;
}

void EventIndex::Extend() {
  if (std::exchange(moved_seen_, run_.changes.moved) != run_.changes.moved) Forget();
  const size_t first_new = events_seen_;
  size_t from = order_.size();
  for (; changes_seen_ < run_.changes.events.size(); ++changes_seen_) {
    const EventId event = run_.changes.events[changes_seen_];
    if (event.index() < first_new) from = std::min<size_t>(from, rank(event));
  }
  events_seen_ = run_.events.end_index();
  if (first_new < events_seen_) {
    const size_t from_new = PutInOrder(first_new);
    PutToOps(from_new, first_new);
    from = std::min(from, from_new);
  }
  if (from < order_.size()) revisions_.Add(from);
}

// Answers with the first position that is not what it was.
size_t EventIndex::PutInOrder(size_t first_new) {
  const size_t known = order_.size();
  for (const EventId id : run_.events.ids(first_new)) order_.push_back(id);
  if (order_.size() == known) return known;
  const auto earlier = [&](EventId a, EventId b) { return IsEarlier(a, b); };
  const auto added = order_.begin() + static_cast<ptrdiff_t>(known);
  SortByTime(std::span(order_).subspan(known), earlier);
  const auto from = std::upper_bound(order_.begin(), added, *added, earlier);
  std::inplace_merge(from, added, order_.end(), earlier);
  const auto first = static_cast<size_t>(from - order_.begin());
  for (size_t i = first; i < order_.size(); ++i) {
    rank_[order_[i]] = static_cast<uint32_t>(i);
  }
  return first;
}

void EventIndex::PutToOps(size_t from, size_t first_new) {
  by_op_.resize(run_.graphs.num_ops());
  const auto earlier = [&](EventId a, EventId b) {
    const int32_t slot_a = run_.events.slot[a], slot_b = run_.events.slot[b];
    return slot_a != slot_b ? slot_a < slot_b : rank(a) < rank(b);
  };
  std::vector<std::pair<store::OpId, size_t>> unsorted;  // ops, and how many were sorted
  std::vector<bool> is_unsorted(by_op_.size(), false);
  for (size_t i = from; i < order_.size(); ++i) {
    const EventId id = order_[i];
    const store::OpId op = run_.events.op[id];
    if (id.index() < first_new || !op.valid()) continue;
    std::vector<EventId>& events = by_op_[op.index()];
    if (events.empty()) {
      first_events_ += run_.graphs.graph(run_.graphs.op(op).graph).linked;
    } else if (!is_unsorted[op.index()] && earlier(id, events.back())) {
      is_unsorted[op.index()] = true;
      unsorted.emplace_back(op, events.size());
    }
    events.push_back(id);
  }
  for (const auto& [op, sorted] : unsorted) {
    std::vector<EventId>& events = by_op_[op.index()];
    const auto added = events.begin() + static_cast<ptrdiff_t>(sorted);
    std::sort(added, events.end(), earlier);
    std::inplace_merge(events.begin(), added, events.end(), earlier);
  }
}

size_t EventIndex::FirstAfter(int64_t time_ns) const {
  const auto after = std::upper_bound(
      order_.begin(), order_.end(), time_ns,
      [&](int64_t time, EventId event) { return time < run_.events.time_ns[event]; });
  return static_cast<size_t>(after - order_.begin());
}

std::span<const EventId> EventIndex::OfOp(store::OpId op) const {
  if (!op.valid() || op.index() >= by_op_.size()) return {};
  return by_op_[op.index()];
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
                              [&](EventId id) { return rank_[id] < rank; });
}

std::span<const EventId> EventIndex::OfExecution(std::span<const EventId> events, uint32_t rank,
                                                 store::ExecutionId execution) const {
  const auto belongs = [&](EventId id) { return run_.events.execution[id] == execution; };
  const auto middle = FirstFrom(events, rank);
  const auto begin =
      EndOfStretch(std::make_reverse_iterator(middle), events.rend(), belongs).base();
  const auto end = EndOfStretch(middle, events.end(), belongs);
  return {begin, end};
}

bool EventIndex::SameGraph(EventId event, store::OpId op) const {
  const store::OpId own = run_.events.op[event];
  return own.valid() && run_.graphs.op(own).graph == run_.graphs.op(op).graph;
}

EventId EventIndex::ReadBy(EventId reader, store::OpId op, int32_t slot, Reach reach) const {
  if (reach == Reach::kSameIteration && SameGraph(reader, op)) {
    const EventId same = SameIteration(reader, op, slot);
    if (same.valid()) return same;
  }
  return Before(op, slot, rank(reader), run_.events.execution[reader]);
}

EventId EventIndex::MadeOf(EventId event, store::OpId op, int32_t slot, Reach reach) const {
  if (reach == Reach::kSameIteration && SameGraph(event, op)) {
    const EventId same = SameIteration(event, op, slot);
    if (same.valid()) return same;
  }
  return After(op, slot, rank(event), run_.events.execution[event]);
}

namespace {

// Where only some rounds have a record, the recorder's count tells which one it is: the only event
// of that iteration. Invalid where it is not the only one.
EventId OfIteration(const store::Run& run, std::span<const EventId> events, uint32_t iteration) {
  EventId found;
  if (run.format != store::Format::kNative) return found;
  for (const EventId event : events) {
    if (run.events.iteration[event] != iteration) continue;
    if (found.valid()) return EventId();
    found = event;
  }
  return found;
}

// Iterations that do not wait for each other come in another order from op to op, but never far
// from their places. The one in the same place where the recorder's counts do not tell better.
EventId NearbyOfIteration(const store::Run& run, std::span<const EventId> own,
                          std::span<const EventId> others, size_t place) {
  const EventId found = others[place];
  const uint32_t iteration = run.events.iteration[own[place]];
  if (run.format != store::Format::kNative || run.events.iteration[found] == iteration) {
    return found;
  }
  constexpr size_t kFarthest = 256;
  const size_t first = place - std::min(place, kFarthest);
  const size_t count = std::min(others.size() - first, 2 * kFarthest);
  // The count is that of the innermost loop: it says nothing where an outer one begins it again.
  if (!OfIteration(run, own.subspan(first, count), iteration).valid()) return found;
  const EventId nearby = OfIteration(run, others.subspan(first, count), iteration);
  return nearby.valid() ? nearby : found;
}

}  // namespace

EventId EventIndex::SameIteration(EventId event, store::OpId op, int32_t slot) const {
  const uint32_t rank = rank_[event];
  const store::ExecutionId execution = run_.events.execution[event];
  const auto own =
      OfExecution(OfOutput(run_.events.op[event], run_.events.slot[event]), rank, execution);
  const auto others = OfExecution(OfOutput(op, slot), rank, execution);
  if (own.size() != others.size()) return OfIteration(run_, others, run_.events.iteration[event]);
  const auto place = static_cast<size_t>(FirstFrom(own, rank) - own.begin());
  return NearbyOfIteration(run_, own, others, place);
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
