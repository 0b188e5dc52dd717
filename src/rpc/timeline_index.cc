#include "rpc/timeline_index.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace tdbg::rpc {

using store::EventId;
using store::ExecutionId;

namespace {

// No two moments of a recording are farther apart than the numbers of the protocol reach, whatever
// damaged data says.
constexpr int64_t kFarthestNs = int64_t{1} << 52;

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

constexpr size_t kMostLanes = 4;  // of a thread; more are drawn over the last

}  // namespace

void BadPositions::Remove(uint32_t position) {
  for (auto& list : lists_) {
    while (!list.empty() && list.back().position >= position) list.pop_back();
  }
}

std::optional<BadPositions::Found> BadPositions::WorstIn(size_t begin, size_t end) const {
  for (size_t verdict = 0; verdict < lists_.size(); ++verdict) {
    const auto& list = lists_[verdict];
    const auto it = std::partition_point(list.begin(), list.end(),
                                         [&](const Bad& bad) { return bad.position < begin; });
    if (it != list.end() && it->position < end) {
      return Found{static_cast<Verdict>(verdict), it->event};
    }
  }
  return std::nullopt;
}

TimelineIndex::TimelineIndex(session::RunView& view) : view_(view), run_(view.run()) {
  StartAnew();
  Extend();
}

void TimelineIndex::StartAnew() {
  zero_ns_ = view_.zero_ns() == kNoTime ? 0 : view_.zero_ns();
  executions_ = {};
  execution_lanes_.clear();
  lane_of_span_.clear();
  steps_.clear();
  event_lanes_.clear();
  lane_of_event_.clear();
  lanes_of_thread_.clear();
  in_executions_.Clear();
  bad_in_.clear();
  counted_.Clear();
  event_rows_seen_ = execution_rows_seen_ = 0;
  alerts_.clear();
  first_ns_ = last_ns_ = 0;
}

void TimelineIndex::Extend() {
  const int64_t zero_ns = view_.zero_ns() == kNoTime ? 0 : view_.zero_ns();
  const bool anew =
      zero_ns != zero_ns_ || std::exchange(moved_seen_, run_.changes.moved) != run_.changes.moved;
  if (anew) StartAnew();
  const query::Revisions& order = view_.index().revisions();
  const query::Revisions& alerts = view_.alert_list().revisions();
  const size_t events_from = anew ? 0 : order.FirstSince(index_seen_);
  const size_t alerts_from = anew ? 0 : alerts.FirstSince(alerts_seen_);
  index_seen_ = order.count();
  alerts_seen_ = alerts.count();

  ExtendExecutions(alerts_from);
  PlaceEvents(events_from);
  MarkBadEvents(events_from, alerts_from);
  FindBounds();
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

// ---- executions

void TimelineIndex::ExtendExecutions(size_t alerts_from) {
  const size_t spans_from = PlaceExecutions();
  const size_t steps_from = FirstStepChange();
  GiveBackExecutions(spans_from);
  SpreadExecutions(spans_from);
  MarkBadExecutions(std::min(spans_from, JudgeExecutions(alerts_from)));
  FindSteps(std::min(spans_from, steps_from));
}

// Where an execution is recorded at a single moment, the tensors inside it tell how long it took.
TimelineIndex::ExecutionSpan TimelineIndex::SpanOf(ExecutionId id) const {
  const store::Execution& execution = run_.executions[id];
  const InExecution& in = in_executions_[id];
  const int64_t last = execution.end_ns != kNoTime ? execution.end_ns : execution.time_ns;
  ExecutionSpan span{id, execution.time_ns != kNoTime ? Since(execution.time_ns) : kNever,
                     last != kNoTime ? Since(last) : -kFarthestNs};
  span.begin_ns = std::min(span.begin_ns, in.first_ns);
  // What a pool's thread still does after the call has returned is not the caller's time.
  if (execution.end_ns == kNoTime) span.end_ns = std::max(span.end_ns, in.last_ns);
  return span;
}

void TimelineIndex::CountEvent(EventId event, std::vector<ExecutionId>& touched) {
  const ExecutionId id = run_.events.execution[event];
  const int64_t time = run_.events.time_ns[event];
  if (!id.valid() || time == kNoTime) return;
  counted_[event] = true;
  InExecution& in = in_executions_[id];
  if (touched.empty() || touched.back() != id) touched.push_back(id);
  in.first_ns = std::min(in.first_ns, Since(time));
  in.last_ns = std::max(in.last_ns, Since(time));
}

// Those that are new, and those that something has come to since.
std::vector<ExecutionId> TimelineIndex::TouchedExecutions() {
  std::vector<ExecutionId> touched;
  for (const ExecutionId id : run_.executions.ids(execution_rows_seen_)) touched.push_back(id);
  execution_rows_seen_ = run_.executions.end_index();
  for (; executions_seen_ < run_.changes.executions.size(); ++executions_seen_) {
    touched.push_back(run_.changes.executions[executions_seen_]);
  }
  for (; events_seen_ < run_.changes.events.size(); ++events_seen_) {
    const EventId event = run_.changes.events[events_seen_];
    if (event.index() < event_rows_seen_ && !counted_[event]) CountEvent(event, touched);
  }
  for (const EventId event : run_.events.ids(event_rows_seen_)) CountEvent(event, touched);
  event_rows_seen_ = run_.events.end_index();
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

// Answers with the first position of a span that is not what it was.
size_t TimelineIndex::PlaceExecutions() {
  std::vector<ExecutionSpan>& spans = executions_.spans;
  // Ids of different threads depend on when they were read.
  const auto earlier = [&](const ExecutionSpan& a, const ExecutionSpan& b) {
    if (a.begin_ns != b.begin_ns) return a.begin_ns < b.begin_ns;
    const auto place = [&](ExecutionId id) {
      return std::pair(NumberOf(run_.executions[id].thread), id);
    };
    return place(a.execution) < place(b.execution);
  };
  size_t from = spans.size();
  std::vector<ExecutionSpan> moved;
  for (const ExecutionId id : TouchedExecutions()) {
    const uint32_t position = in_executions_[id].position;
    const ExecutionSpan span = SpanOf(id);
    if (position != kNowhere) {
      from = std::min<size_t>(from, position);
      spans[position].execution = ExecutionId();
      in_executions_[id].position = kNowhere;
    }
    if (span.begin_ns != kNever) moved.push_back(span);
  }
  std::sort(moved.begin(), moved.end(), earlier);
  if (!moved.empty()) {
    const auto first = std::upper_bound(spans.begin(), spans.begin() + static_cast<ptrdiff_t>(from),
                                        moved.front(), earlier);
    from = static_cast<size_t>(first - spans.begin());
  }
  const auto changed = spans.begin() + static_cast<ptrdiff_t>(from);
  spans.erase(std::remove_if(changed, spans.end(),
                             [](const ExecutionSpan& span) { return !span.execution.valid(); }),
              spans.end());
  const auto middle = static_cast<ptrdiff_t>(spans.size());
  spans.insert(spans.end(), moved.begin(), moved.end());
  std::inplace_merge(spans.begin() + static_cast<ptrdiff_t>(from), spans.begin() + middle,
                     spans.end(), earlier);
  for (size_t i = from; i < spans.size(); ++i) {
    in_executions_[spans[i].execution].position = static_cast<uint32_t>(i);
  }
  return from;
}

void TimelineIndex::GiveBackExecutions(size_t from) {
  lane_of_span_.resize(std::min(lane_of_span_.size(), from));
  for (ExecutionLane& lane : execution_lanes_) {
    while (!lane.positions.empty() && lane.positions.back() >= from) {
      lane.positions.pop_back();
      lane.ends.pop_back();
    }
  }
  while (!execution_lanes_.empty() && execution_lanes_.back().positions.empty()) {
    execution_lanes_.pop_back();
  }
  for (auto& [thread, lanes] : lanes_of_thread_) {
    std::erase_if(lanes, [&](size_t lane) { return lane >= execution_lanes_.size(); });
  }
}

// Spans come in the order of their begin: those of one thread should not lie over each other.
void TimelineIndex::SpreadExecutions(size_t from) {
  for (size_t i = from; i < executions_.spans.size(); ++i) {
    const ExecutionSpan& span = executions_.spans[i];
    const size_t number = LaneFor(span);
    ExecutionLane& lane = execution_lanes_[number];
    const int64_t before = lane.ends.empty() ? span.end_ns : lane.ends.back();
    lane.ends.push_back(std::max(before, span.end_ns));
    lane.positions.push_back(static_cast<uint32_t>(i));
    lane_of_span_.push_back(static_cast<uint32_t>(number));
  }
}

size_t TimelineIndex::LaneFor(const ExecutionSpan& span) {
  const store::ThreadId thread = run_.executions[span.execution].thread;
  std::vector<size_t>& lanes = lanes_of_thread_[thread];
  for (const size_t lane : lanes) {
    if (execution_lanes_[lane].ends.back() <= span.begin_ns) return lane;
  }
  if (lanes.size() == kMostLanes) return lanes.back();
  lanes.push_back(execution_lanes_.size());
  execution_lanes_.push_back({thread, {}, {}, {}});
  return lanes.back();
}

// Answers with the first position of an execution whose gravest alert may be another.
size_t TimelineIndex::JudgeExecutions(size_t alerts_from) {
  size_t from = executions_.spans.size();
  const auto list_of = [&](const Judged& judged) -> std::vector<EventId>& {
    const ExecutionId id = judged.execution;
    if (id.valid()) from = std::min<size_t>(from, in_executions_[id].position);
    return bad_in_[id][static_cast<size_t>(judged.verdict)];
  };
  for (; alerts_.size() > alerts_from; alerts_.pop_back()) list_of(alerts_.back()).pop_back();
  for (size_t i = alerts_.size(); i < view_.alerts().size(); ++i) {
    const query::Alert& alert = view_.alerts()[i];
    alerts_.push_back({run_.events.execution[alert.event], alert.verdict});
    list_of(alerts_.back()).push_back(alert.event);
  }
  return from;
}

void TimelineIndex::MarkBadExecutions(size_t from) {
  executions_.bad.Remove(static_cast<uint32_t>(from));
  std::vector<uint32_t> next;  // in each lane
  for (ExecutionLane& lane : execution_lanes_) {
    const auto first = std::lower_bound(lane.positions.begin(), lane.positions.end(), from);
    next.push_back(static_cast<uint32_t>(first - lane.positions.begin()));
    lane.bad.Remove(next.back());
  }
  for (size_t i = from; i < executions_.spans.size(); ++i) {
    const uint32_t number = lane_of_span_[i];
    const uint32_t position = next[number]++;
    const auto known = bad_in_.find(executions_.spans[i].execution);
    if (known == bad_in_.end()) continue;
    const auto& lists = known->second;
    const auto worst = std::find_if(lists.begin(), lists.end(),
                                    [](const auto& events) { return !events.empty(); });
    if (worst == lists.end()) continue;
    const auto verdict = static_cast<Verdict>(worst - lists.begin());
    executions_.bad.Add(verdict, static_cast<uint32_t>(i), worst->front());
    execution_lanes_[number].bad.Add(verdict, position, worst->front());
  }
}

size_t TimelineIndex::FirstStepChange() {
  const query::Steps& steps = view_.steps();
  size_t from = executions_.spans.size();
  for (const ExecutionId id : run_.executions.ids(steps.revisions().FirstSince(steps_seen_))) {
    from = std::min<size_t>(from, in_executions_[id].position);
  }
  steps_seen_ = steps.revisions().count();
  return from;
}

// Threads may still finish one step while the next has begun: only a step beyond all before counts.
void TimelineIndex::FindSteps(size_t from) {
  const std::vector<ExecutionSpan>& spans = executions_.spans;
  while (!steps_.empty() && steps_.back().execution >= from) steps_.pop_back();
  for (size_t i = from; i < spans.size(); ++i) {
    const std::optional<int64_t> step = view_.steps().Of(spans[i].execution);
    if (step && (steps_.empty() || *step > steps_.back().step)) steps_.push_back({*step, i});
  }
}

std::vector<const TimelineIndex::ExecutionLane*> TimelineIndex::execution_lanes() const {
  std::vector<const ExecutionLane*> lanes;
  for (const ExecutionLane& lane : execution_lanes_) lanes.push_back(&lane);
  std::stable_sort(lanes.begin(), lanes.end(), [&](const auto* a, const auto* b) {
    return NumberOf(a->thread) < NumberOf(b->thread);
  });
  return lanes;
}

// ---- events

TimelineIndex::EventLane& TimelineIndex::LaneOf(EventId event) {
  const store::DeviceId device = run_.events.device[event];
  const store::ThreadId thread = run_.ThreadOf(event);
  const uint64_t key = uint64_t{device.index()} << 32 | thread.index();
  const auto [it, added] = lane_of_event_.try_emplace(key, event_lanes_.size());
  if (added) event_lanes_.push_back({device, thread, {}, {}});
  return event_lanes_[it->second];
}

void TimelineIndex::PlaceEvents(size_t from) {
  const auto order = view_.index().chronological();
  if (from >= order.size()) return;
  for (EventLane& lane : event_lanes_) {
    while (!lane.events.empty() && view_.index().rank(lane.events.back()) >= from) {
      lane.events.pop_back();
    }
  }
  for (const EventId event : order.subspan(from)) {
    if (run_.events.time_ns[event] != kNoTime) LaneOf(event).events.push_back(event);
  }
}

void TimelineIndex::MarkBadEvents(size_t from, size_t first_alert) {
  const query::EventIndex& index = view_.index();
  const std::vector<query::Alert>& alerts = view_.alerts();
  if (first_alert != query::Revisions::kNone) {
    const size_t kept = first_alert == 0 ? 0 : index.rank(alerts[first_alert - 1].event) + 1;
    from = std::min(from, kept);
  }
  const auto position = [&](const EventLane& lane, size_t rank) {
    const auto it = std::partition_point(lane.events.begin(), lane.events.end(),
                                         [&](EventId id) { return index.rank(id) < rank; });
    return static_cast<uint32_t>(it - lane.events.begin());
  };
  for (EventLane& lane : event_lanes_) lane.bad.Remove(position(lane, from));
  const auto first = std::partition_point(
      alerts.begin(), alerts.end(),
      [&](const query::Alert& alert) { return index.rank(alert.event) < from; });
  for (auto alert = first; alert != alerts.end(); ++alert) {
    if (run_.events.time_ns[alert->event] == kNoTime) continue;
    EventLane& lane = LaneOf(alert->event);
    lane.bad.Add(alert->verdict, position(lane, index.rank(alert->event)), alert->event);
  }
}

std::vector<const TimelineIndex::EventLane*> TimelineIndex::event_lanes() const {
  std::vector<const EventLane*> lanes;
  for (const EventLane& lane : event_lanes_) {
    if (!lane.events.empty()) lanes.push_back(&lane);
  }
  const auto key = [&](const EventLane& lane) {
    return std::tuple(!lane.device.valid(), run_.DeviceName(lane.device), NumberOf(lane.thread));
  };
  std::sort(lanes.begin(), lanes.end(),
            [&](const auto* a, const auto* b) { return key(*a) < key(*b); });
  return lanes;
}

// ---- both

void TimelineIndex::FindBounds() {
  int64_t first = kNever;
  int64_t last = -kFarthestNs;
  if (!executions_.spans.empty()) first = executions_.spans.front().begin_ns;
  for (const ExecutionLane& lane : execution_lanes_) last = std::max(last, lane.ends.back());
  for (const EventLane& lane : event_lanes_) {
    if (lane.events.empty()) continue;
    first = std::min(first, TimeOf(lane.events.front()));
    last = std::max(last, TimeOf(lane.events.back()));
  }
  if (first == kNever) return;
  first_ns_ = first;
  last_ns_ = last;
}

bool TimelineIndex::several_threads() const {
  std::unordered_set<store::ThreadId> threads;
  for (const ExecutionLane& lane : execution_lanes_) threads.insert(lane.thread);
  for (const EventLane& lane : event_lanes_) {
    if (!lane.events.empty()) threads.insert(lane.thread);
  }
  threads.erase(store::ThreadId());
  return threads.size() > 1;
}

}  // namespace tdbg::rpc
