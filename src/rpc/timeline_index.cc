#include "rpc/timeline_index.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace tdbg::rpc {

using store::EventId;
using store::ExecutionId;

namespace {

// No two moments of a recording are farther apart than the numbers of the protocol reach, whatever
// damaged data says.
constexpr int64_t kFarthestNs = int64_t{1} << 52;

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// Chooses lanes for spans that come in the order of their begins, so that those of one thread do
// not lie over each other.
class LaneChoice {
 public:
  // Lanes count up from 0 as they are needed.
  size_t Of(store::ThreadId thread, int64_t begin_ns, int64_t end_ns) {
    std::vector<Lane>& lanes = lanes_[thread];
    auto lane = std::find_if(lanes.begin(), lanes.end(),
                             [&](const Lane& each) { return each.end_ns <= begin_ns; });
    if (lane == lanes.end() && lanes.size() < kMostLanes) {
      lane = lanes.insert(lane, Lane{count_++, end_ns});
    } else if (lane == lanes.end()) {
      --lane;
    }
    lane->end_ns = std::max(lane->end_ns, end_ns);
    return lane->number;
  }

 private:
  struct Lane {
    size_t number;
    int64_t end_ns;
  };
  static constexpr size_t kMostLanes = 4;  // of a thread; more are drawn over the last

  std::unordered_map<store::ThreadId, std::vector<Lane>> lanes_;
  size_t count_ = 0;
};

}  // namespace

std::optional<BadPositions::Found> BadPositions::WorstIn(size_t begin, size_t end) const {
  for (size_t verdict = 0; verdict < lists_.size(); ++verdict) {
    const auto& list = lists_[verdict];
    const auto it = std::partition_point(list.begin(), list.end(),
                                         [&](const Bad& bad) { return bad.position < begin; });
    if (it != list.end() && it->position < end) {
      return Found{static_cast<query::Verdict>(verdict), it->event};
    }
  }
  return std::nullopt;
}

TimelineIndex::TimelineIndex(session::RunView& run)
    : run_(run.run()), zero_ns_(run.zero_ns() == kNoTime ? 0 : run.zero_ns()) {
  SortExecutions();
  SpreadExecutions(run);
  FindSteps(run);
  SortEvents(run);
  FindBounds();
  CountThreads();
}

uint64_t TimelineIndex::NumberOf(store::ThreadId thread) const {
  return thread.valid() ? run_.threads[thread].number : std::numeric_limits<uint64_t>::max();
}

int64_t TimelineIndex::Since(int64_t time_ns) const {
  int64_t since = 0;
  if (__builtin_sub_overflow(time_ns, zero_ns_, &since)) {
    return time_ns < zero_ns_ ? -kFarthestNs : kFarthestNs;
  }
  return std::clamp(since, -kFarthestNs, kFarthestNs);
}

// Where an execution is recorded at a single moment, the tensors inside it tell how long it took.
std::vector<TimelineIndex::ExecutionSpan> TimelineIndex::SpansById() const {
  std::vector<ExecutionSpan> spans;
  spans.reserve(run_.executions.size());
  for (const ExecutionId id : Ids<ExecutionId>(run_.executions.size())) {
    const store::Execution& execution = run_.executions[id];
    const int64_t last = execution.end_ns != kNoTime ? execution.end_ns : execution.time_ns;
    spans.push_back({id, execution.time_ns != kNoTime ? Since(execution.time_ns) : kNever,
                     last != kNoTime ? Since(last) : -kFarthestNs});
  }
  for (const EventId event : run_.events.ids()) {
    const ExecutionId id = run_.events.execution[event];
    const int64_t time = run_.events.time_ns[event];
    if (!id.valid() || time == kNoTime) continue;
    ExecutionSpan& span = spans[id.index()];
    span.begin_ns = std::min(span.begin_ns, Since(time));
    // What a pool's thread still does after the call has returned is not the caller's time.
    if (run_.executions[id].end_ns != kNoTime) continue;
    span.end_ns = std::max(span.end_ns, Since(time));
  }
  return spans;
}

void TimelineIndex::SortExecutions() {
  std::vector<ExecutionSpan>& spans = executions_.spans;
  spans = SpansById();
  std::erase_if(spans, [](const ExecutionSpan& span) { return span.begin_ns == kNever; });
  const auto earlier = [](const ExecutionSpan& a, const ExecutionSpan& b) {
    return a.begin_ns < b.begin_ns;
  };
  if (!std::is_sorted(spans.begin(), spans.end(), earlier)) {
    std::stable_sort(spans.begin(), spans.end(), earlier);
  }
}

void TimelineIndex::SpreadExecutions(session::RunView& view) {
  std::vector<const query::Alert*> worst(run_.executions.size(), nullptr);
  for (const query::Alert& alert : view.alerts()) {
    const ExecutionId id = run_.events.execution[alert.event];
    if (!id.valid()) continue;
    const query::Alert*& known = worst[id.index()];
    if (known == nullptr || alert.verdict < known->verdict) known = &alert;
  }
  LaneChoice choice;
  for (uint32_t i = 0; i < executions_.spans.size(); ++i) {
    const ExecutionSpan& span = executions_.spans[i];
    const store::ThreadId thread = run_.executions[span.execution].thread;
    const size_t number = choice.Of(thread, span.begin_ns, span.end_ns);
    if (number == execution_lanes_.size()) execution_lanes_.push_back({thread, {}, {}});
    ExecutionLane& lane = execution_lanes_[number];
    if (const query::Alert* const alert = worst[span.execution.index()]) {
      executions_.bad.Add(alert->verdict, i, alert->event);
      lane.bad.Add(alert->verdict, static_cast<uint32_t>(lane.positions.size()), alert->event);
    }
    lane.positions.push_back(i);
  }
  std::stable_sort(execution_lanes_.begin(), execution_lanes_.end(),
                   [&](const ExecutionLane& a, const ExecutionLane& b) {
                     return NumberOf(a.thread) < NumberOf(b.thread);
                   });
}

// Threads may still finish one step while the next has begun: only a step beyond all before counts.
void TimelineIndex::FindSteps(session::RunView& view) {
  const std::vector<ExecutionSpan>& spans = executions_.spans;
  for (size_t i = 0; i < spans.size(); ++i) {
    const std::optional<int64_t> step = view.steps().Of(spans[i].execution);
    if (step && (steps_.empty() || *step > steps_.back().step)) steps_.push_back({*step, i});
  }
}

void TimelineIndex::SortEvents(session::RunView& view) {
  // Only those that are there: a damaged recording may name any number of threads and devices.
  std::unordered_map<uint64_t, size_t> numbers;
  const auto lane_of = [&](EventId event) -> EventLane& {
    const store::DeviceId device = run_.events.device[event];
    const store::ThreadId thread = run_.ThreadOf(event);
    const uint64_t key = uint64_t{device.index()} << 32 | thread.index();
    const auto [it, added] = numbers.try_emplace(key, event_lanes_.size());
    if (added) event_lanes_.push_back({device, thread, {}, {}});
    return event_lanes_[it->second];
  };
  std::vector<uint32_t> positions(run_.events.size(), 0);
  for (const EventId event : view.index().chronological()) {
    if (run_.events.time_ns[event] == kNoTime) continue;
    EventLane& lane = lane_of(event);
    positions[event.index()] = static_cast<uint32_t>(lane.events.size());
    lane.events.push_back(event);
  }
  for (const query::Alert& alert : view.alerts()) {
    if (run_.events.time_ns[alert.event] == kNoTime) continue;
    lane_of(alert.event).bad.Add(alert.verdict, positions[alert.event.index()], alert.event);
  }
  for (EventLane& lane : event_lanes_) lane.events.shrink_to_fit();
  OrderEventLanes();
}

void TimelineIndex::OrderEventLanes() {
  // Those without a device, or a thread, come last.
  const auto key = [&](const EventLane& lane) {
    return std::tuple(!lane.device.valid(), run_.DeviceName(lane.device), NumberOf(lane.thread));
  };
  std::sort(event_lanes_.begin(), event_lanes_.end(),
            [&](const EventLane& a, const EventLane& b) { return key(a) < key(b); });
}

void TimelineIndex::FindBounds() {
  int64_t first = kNever;
  int64_t last = -kFarthestNs;
  for (const ExecutionSpan& span : executions_.spans) {
    first = std::min(first, span.begin_ns);
    last = std::max(last, span.end_ns);
  }
  for (const EventLane& lane : event_lanes_) {
    first = std::min(first, TimeOf(lane.events.front()));
    last = std::max(last, TimeOf(lane.events.back()));
  }
  if (first == kNever) return;
  first_ns_ = first;
  last_ns_ = last;
}

void TimelineIndex::CountThreads() {
  std::unordered_set<store::ThreadId> threads;
  for (const ExecutionLane& lane : execution_lanes_) threads.insert(lane.thread);
  for (const EventLane& lane : event_lanes_) threads.insert(lane.thread);
  threads.erase(store::ThreadId());
  several_threads_ = threads.size() > 1;
}

}  // namespace tdbg::rpc
