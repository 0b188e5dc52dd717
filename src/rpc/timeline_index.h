// What of a run happened when, sorted so that any stretch of time is found by binary search.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/by_row.h"
#include "session/session.h"

namespace tdbg::rpc {

// The bad ones of a sorted list: their positions in it, list by list as Verdict counts.
class BadPositions {
 public:
  struct Bad {
    uint32_t position;
    store::EventId event;
  };
  struct Found {
    Verdict verdict;
    store::EventId event;  // the first of that verdict
  };

  // Positions of one verdict must come in order.
  void Add(Verdict verdict, uint32_t position, store::EventId event) {
    lists_[static_cast<size_t>(verdict)].push_back({position, event});
  }

  // Those from `position` on.
  void Remove(uint32_t position);

  // The gravest among positions [begin, end).
  std::optional<Found> WorstIn(size_t begin, size_t end) const;

 private:
  std::array<std::vector<Bad>, kVerdicts> lists_;
};

// Of a run that may grow: call Extend() when it has. Everything is in order of time, so what is new
// is near the end: that much is given up and made again. What has no time is left out; all times
// here are nanoseconds since RunView::zero_ns.
class TimelineIndex {
 public:
  // Keeps a reference to the view.
  explicit TimelineIndex(session::RunView& run);

  void Extend();

  // From its begin, or the first thing recorded of it, to its end or the last.
  struct ExecutionSpan {
    store::ExecutionId execution;
    int64_t begin_ns;
    int64_t end_ns;
  };
  struct Executions {
    std::vector<ExecutionSpan> spans;  // by begin
    BadPositions bad;
  };
  // Executions that one thread asked for and that do not overlap; what runs meanwhile has another
  // lane.
  struct ExecutionLane {
    store::ThreadId thread;           // invalid: not recorded
    std::vector<uint32_t> positions;  // in executions().spans
    std::vector<int64_t> ends;        // the last end up to each of them
    BadPositions bad;                 // positions in `positions`
  };
  // It lasts until the next begins.
  struct StepBegin {
    int64_t step;
    size_t execution;  // position of its first in executions().spans
  };
  // What one thread computed on one device.
  struct EventLane {
    store::DeviceId device;              // invalid: not recorded
    store::ThreadId thread;              // likewise
    std::vector<store::EventId> events;  // chronological
    BadPositions bad;
  };

  const Executions& executions() const { return executions_; }
  // By thread.
  std::vector<const ExecutionLane*> execution_lanes() const;
  const std::vector<StepBegin>& steps() const { return steps_; }
  // By device and thread; what has none comes last.
  std::vector<const EventLane*> event_lanes() const;

  // Whether it is worth telling them apart.
  bool several_threads() const;

  // Of all that has a time; both 0 if nothing has.
  int64_t first_ns() const { return first_ns_; }
  int64_t last_ns() const { return last_ns_; }

  int64_t TimeOf(store::EventId event) const { return Since(run_.events.time_ns[event]); }

 private:
  int64_t Since(int64_t time_ns) const;
  uint64_t NumberOf(store::ThreadId thread) const;  // no thread after all others
  void StartAnew();

  void ExtendExecutions(size_t alerts_from);
  ExecutionSpan SpanOf(store::ExecutionId execution) const;
  void CountEvent(store::EventId event, std::vector<store::ExecutionId>& touched);
  std::vector<store::ExecutionId> TouchedExecutions();
  size_t PlaceExecutions();
  void GiveBackExecutions(size_t from);
  void SpreadExecutions(size_t from);
  size_t LaneFor(const ExecutionSpan& span);
  size_t JudgeExecutions(size_t alerts_from);
  void MarkBadExecutions(size_t from);
  size_t FirstStepChange();
  void FindSteps(size_t from);

  void PlaceEvents(size_t from);
  EventLane& LaneOf(store::EventId event);
  void MarkBadEvents(size_t from, size_t first_alert);
  void FindBounds();

  static constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();
  struct InExecution {
    // Of the events in it that were counted.
    int64_t first_ns = std::numeric_limits<int64_t>::max();
    int64_t last_ns = std::numeric_limits<int64_t>::min();
    uint32_t position = kNowhere;  // in executions_.spans
  };
  using ByVerdict = std::array<std::vector<store::EventId>, kVerdicts>;  // chronological
  struct Judged {
    store::ExecutionId execution;
    Verdict verdict;
  };

  session::RunView& view_;
  const store::Run& run_;
  int64_t zero_ns_ = 0;

  Executions executions_;
  std::vector<ExecutionLane> execution_lanes_;  // in the order in which they were needed
  std::unordered_map<store::ThreadId, std::vector<size_t>> lanes_of_thread_;
  std::vector<uint32_t> lane_of_span_;  // of each of executions_.spans
  std::vector<StepBegin> steps_;
  std::vector<EventLane> event_lanes_;                  // some may have become empty
  std::unordered_map<uint64_t, size_t> lane_of_event_;  // by device and thread
  ByRow<store::ExecutionId, InExecution> in_executions_;
  std::unordered_map<store::ExecutionId, ByVerdict> bad_in_;
  ByRow<store::EventId, bool> counted_;  // in its execution
  std::vector<Judged> alerts_;           // as they were counted
  int64_t first_ns_ = 0;
  int64_t last_ns_ = 0;

  size_t event_rows_seen_ = 0;
  size_t execution_rows_seen_ = 0;
  size_t index_seen_ = 0;
  size_t alerts_seen_ = 0;
  size_t steps_seen_ = 0;
  size_t events_seen_ = 0;
  size_t executions_seen_ = 0;
  uint64_t moved_seen_ = 0;
};

}  // namespace tdbg::rpc
