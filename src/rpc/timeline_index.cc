#include "rpc/timeline_index.h"

#include <algorithm>
#include <limits>

namespace tdbg::rpc {

using query::Alert;
using store::EventId;
using store::ExecutionId;

namespace {

// Farther apart than numbers of the protocol reach nothing was recorded; damaged data may say so.
constexpr int64_t kFarthestNs = int64_t{1} << 52;

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

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
  SortExecutions(run);
  FindSteps(run);
  SortEvents(run);
  FindBounds();
}

int64_t TimelineIndex::Since(int64_t time_ns) const {
  int64_t since = 0;
  if (__builtin_sub_overflow(time_ns, zero_ns_, &since)) {
    return time_ns < zero_ns_ ? -kFarthestNs : kFarthestNs;
  }
  return std::clamp(since, -kFarthestNs, kFarthestNs);
}

// An execution is recorded at a single moment; the tensors inside it tell how long it took.
std::vector<TimelineIndex::ExecutionSpan> TimelineIndex::SpansById() const {
  std::vector<ExecutionSpan> spans;
  spans.reserve(run_.executions.size());
  for (const ExecutionId id : Ids<ExecutionId>(run_.executions.size())) {
    const int64_t time = run_.executions[id].time_ns;
    const bool known = time != kNoTime;
    spans.push_back({id, known ? Since(time) : kNever, known ? Since(time) : -kFarthestNs});
  }
  for (const EventId event : run_.events.ids()) {
    const ExecutionId id = run_.events.execution[event];
    const int64_t time = run_.events.time_ns[event];
    if (!id.valid() || time == kNoTime) continue;
    ExecutionSpan& span = spans[id.index()];
    span.begin_ns = std::min(span.begin_ns, Since(time));
    span.end_ns = std::max(span.end_ns, Since(time));
  }
  return spans;
}

void TimelineIndex::SortExecutions(session::RunView& view) {
  std::vector<ExecutionSpan>& spans = executions_.spans;
  spans = SpansById();
  std::erase_if(spans, [](const ExecutionSpan& span) { return span.begin_ns == kNever; });
  const auto earlier = [](const ExecutionSpan& a, const ExecutionSpan& b) {
    return a.begin_ns < b.begin_ns;
  };
  if (!std::is_sorted(spans.begin(), spans.end(), earlier)) {
    std::stable_sort(spans.begin(), spans.end(), earlier);
  }
  std::vector<const Alert*> worst(run_.executions.size(), nullptr);
  for (const Alert& alert : view.alerts()) {
    const ExecutionId id = run_.events.execution[alert.event];
    if (!id.valid()) continue;
    const Alert*& known = worst[id.index()];
    if (known == nullptr || alert.verdict < known->verdict) known = &alert;
  }
  for (size_t i = 0; i < spans.size(); ++i) {
    const Alert* const alert = worst[spans[i].execution.index()];
    if (alert == nullptr) continue;
    executions_.bad.Add(alert->verdict, static_cast<uint32_t>(i), alert->event);
  }
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
  const auto lane_of = [&](store::DeviceId device) {
    return device.valid() ? device.index() : run_.devices.size();
  };
  std::vector<DeviceEvents> lanes(run_.devices.size() + 1);
  std::vector<uint32_t> positions(run_.events.size(), 0);
  for (const EventId event : view.index().chronological()) {
    if (run_.events.time_ns[event] == kNoTime) continue;
    DeviceEvents& lane = lanes[lane_of(run_.events.device[event])];
    lane.device = run_.events.device[event];
    positions[event.index()] = static_cast<uint32_t>(lane.events.size());
    lane.events.push_back(event);
  }
  for (const Alert& alert : view.alerts()) {
    if (run_.events.time_ns[alert.event] == kNoTime) continue;
    lanes[lane_of(run_.events.device[alert.event])].bad.Add(
        alert.verdict, positions[alert.event.index()], alert.event);
  }
  std::erase_if(lanes, [](const DeviceEvents& lane) { return lane.events.empty(); });
  // Those without a device come last.
  const auto by_name = [&](const DeviceEvents& a, const DeviceEvents& b) {
    return a.device.valid() &&
           (!b.device.valid() || run_.DeviceName(a.device) < run_.DeviceName(b.device));
  };
  std::sort(lanes.begin(), lanes.end(), by_name);
  for (DeviceEvents& lane : lanes) lane.events.shrink_to_fit();
  devices_ = std::move(lanes);
}

void TimelineIndex::FindBounds() {
  int64_t first = kNever;
  int64_t last = -kFarthestNs;
  for (const ExecutionSpan& span : executions_.spans) {
    first = std::min(first, span.begin_ns);
    last = std::max(last, span.end_ns);
  }
  for (const DeviceEvents& lane : devices_) {
    first = std::min(first, TimeOf(lane.events.front()));
    last = std::max(last, TimeOf(lane.events.back()));
  }
  if (first == kNever) return;
  first_ns_ = first;
  last_ns_ = last;
}

}  // namespace tdbg::rpc
