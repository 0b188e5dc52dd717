#include <algorithm>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/execution_facts.h"

namespace tdbg::rpc {
namespace {

constexpr int64_t kMostMarks = 5000;
// The limit for the answer as a whole, however many threads there are.
constexpr int64_t kMostMarksInAll = 40'000;
constexpr int64_t kLeastMarks = 100;

// The stretch asked for, in boxes of one width.
class Boxes {
 public:
  Boxes(const Timeline& asked, int64_t most)
      : from_(asked.from_ns),
        to_(asked.to_ns),
        first_(asked.first_ns),
        // The stretch may begin and end inside a box, and a box may hold two marks.
        width_(std::max<int64_t>(1, (to_ - from_) / std::max<int64_t>(1, most / 2 - 1) + 1)) {}

  // Calls mark(begin, end) for positions that fall into one box. Things are sorted by their begin.
  // Where the last of them is longer than the box, which no other can be that does not overlap it,
  // it gets a mark of its own.
  template <typename BeginOf, typename EndOf, typename Mark>
  void Merge(size_t count, BeginOf begin_of, EndOf end_of, Mark mark) const {
    const auto first_from = [&](size_t low, int64_t time) {
      size_t high = count;
      while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (begin_of(middle) < time) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    size_t at = first_from(0, from_);
    if (at > 0 && end_of(at - 1) > from_) --at;
    while (at < count && begin_of(at) <= to_) {
      const int64_t box_end = BoxEnd(begin_of(at));
      const size_t next = first_from(at + 1, box_end);
      const bool split = next - at > 1 && end_of(next - 1) - begin_of(next - 1) > width_;
      mark(at, split ? next - 1 : next);
      if (split) mark(next - 1, next);
      at = next;
    }
  }

 private:
  int64_t BoxEnd(int64_t time) const { return first_ + ((time - first_) / width_ + 1) * width_; }

  int64_t from_;
  int64_t to_;
  int64_t first_;
  int64_t width_;
};

Mark MarkOf(int64_t begin_ns, int64_t end_ns, size_t count,
            const std::optional<BadPositions::Found>& worst) {
  Mark mark;
  mark.begin_ns = begin_ns;
  mark.end_ns = end_ns;
  mark.count = static_cast<int64_t>(count);
  if (worst) {
    mark.worst = worst->verdict;
    mark.event = worst->event.index();
  }
  return mark;
}

Track StepsTrack(const TimelineIndex& index, const Boxes& boxes) {
  Track track;
  track.kind = TrackKind::kSteps;
  const auto& spans = index.executions().spans;
  const auto& steps = index.steps();
  const auto first_of = [&](size_t i) {
    return i < steps.size() ? steps[i].execution : spans.size();
  };
  const auto begin_of = [&](size_t i) { return spans[steps[i].execution].begin_ns; };
  const auto end_of = [&](size_t i) {
    return i + 1 < steps.size() ? begin_of(i + 1) : index.last_ns();
  };
  boxes.Merge(steps.size(), begin_of, end_of, [&](size_t begin, size_t end) {
    const auto worst = index.executions().bad.WorstIn(first_of(begin), first_of(end));
    Mark& mark =
        track.marks.emplace_back(MarkOf(begin_of(begin), end_of(end - 1), end - begin, worst));
    if (end - begin > 1) return;
    mark.label = "step " + std::to_string(steps[begin].step);
    mark.step = steps[begin].step;
  });
  return track;
}

// Names the thread, if there are several.
void TellThread(const store::Run& run, const TimelineIndex& index, store::ThreadId thread,
                Track& track) {
  if (!thread.valid() || !index.several_threads()) return;
  track.thread = run.threads[thread].number;
  const StringId name = run.threads[thread].name;
  if (name.valid()) track.thread_name = run.strings[name];
}

Track ExecutionsTrack(session::RunView& run, const TimelineIndex& index,
                      const TimelineIndex::ExecutionLane& lane, const Boxes& boxes) {
  Track track;
  track.kind = TrackKind::kExecutions;
  TellThread(run.run(), index, lane.thread, track);
  const auto span = [&](size_t i) -> const TimelineIndex::ExecutionSpan& {
    return index.executions().spans[lane.positions[i]];
  };
  const auto begin_of = [&](size_t i) { return span(i).begin_ns; };
  const auto end_of = [&](size_t i) { return span(i).end_ns; };
  boxes.Merge(lane.positions.size(), begin_of, end_of, [&](size_t begin, size_t end) {
    Mark& mark = track.marks.emplace_back(
        MarkOf(begin_of(begin), end_of(end - 1), end - begin, lane.bad.WorstIn(begin, end)));
    if (end - begin > 1) return;
    const store::ExecutionId id = span(begin).execution;
    mark.label = session::WhatRan(run.run(), id);
    mark.execution = id.index();
    mark.step = run.steps().Of(id);
  });
  return track;
}

Track DeviceTrack(session::RunView& run, const TimelineIndex& index,
                  const TimelineIndex::EventLane& lane, const Boxes& boxes) {
  Track track;
  track.kind = TrackKind::kDevice;
  track.name = run.run().DeviceName(lane.device);
  TellThread(run.run(), index, lane.thread, track);
  const auto time_of = [&](size_t i) { return index.TimeOf(lane.events[i]); };
  boxes.Merge(lane.events.size(), time_of, time_of, [&](size_t begin, size_t end) {
    Mark& mark = track.marks.emplace_back(
        MarkOf(time_of(begin), time_of(end - 1), end - begin, lane.bad.WorstIn(begin, end)));
    if (end - begin > 1) return;
    const store::EventId event = lane.events[begin];
    const store::OpId op = run.run().events.op[event];
    const store::ExecutionId execution = run.run().events.execution[event];
    mark.event = event.index();
    if (op.valid()) mark.label = run.run().strings[run.run().graphs.op(op).name];
    if (!execution.valid()) return;
    if (!op.valid()) mark.label = session::WhatRan(run.run(), execution);
    mark.execution = execution.index();
    mark.step = run.steps().Of(execution);
  });
  return track;
}

}  // namespace

Result<Timeline> AnswerTimeline(session::RunView& run, RunMemory& memory,
                                const TimelineRequest& request) {
  constexpr int64_t kFarthest = int64_t{1} << 53;
  if (request.marks < 1) return InvalidArgument("marks: at least one is needed");
  const bool all = request.from_ns == 0 && request.to_ns == 0;
  if (!all && request.to_ns <= request.from_ns) {
    return InvalidArgument("to_ns must come after from_ns; 0 and 0 ask for everything");
  }
  if (request.from_ns < -kFarthest || request.to_ns > kFarthest) {
    return InvalidArgument("from_ns and to_ns are numbers of 53 bits");
  }
  const TimelineIndex& index = memory.Timeline(run);
  Timeline answer;
  answer.first_ns = index.first_ns();
  answer.last_ns = index.last_ns();
  answer.from_ns = all ? index.first_ns() : request.from_ns;
  answer.to_ns = all ? std::max(index.last_ns(), index.first_ns() + 1) : request.to_ns;
  const auto execution_lanes = index.execution_lanes();
  const auto event_lanes = index.event_lanes();
  const auto tracks = static_cast<int64_t>(1 + execution_lanes.size() + event_lanes.size());
  const int64_t most = std::clamp(kMostMarksInAll / tracks, kLeastMarks, kMostMarks);
  const Boxes boxes(answer, std::min(request.marks, most));
  if (!index.steps().empty()) answer.tracks.push_back(StepsTrack(index, boxes));
  int64_t lane_number = 0;
  std::optional<store::ThreadId> thread;
  for (const TimelineIndex::ExecutionLane* lane : execution_lanes) {
    lane_number = thread == lane->thread ? lane_number + 1 : 0;
    thread = lane->thread;
    answer.tracks.push_back(ExecutionsTrack(run, index, *lane, boxes));
    answer.tracks.back().lane = lane_number;
  }
  for (const TimelineIndex::EventLane* lane : event_lanes) {
    answer.tracks.push_back(DeviceTrack(run, index, *lane, boxes));
  }
  return answer;
}

}  // namespace tdbg::rpc
