// What of a run happened when, sorted so that any stretch of time is found by binary search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "session/session.h"

namespace tdbg::rpc {

// The bad ones of a sorted list: their positions in it, list by list as query::Verdict counts.
class BadPositions {
 public:
  struct Bad {
    uint32_t position;
    store::EventId event;
  };
  struct Found {
    query::Verdict verdict;
    store::EventId event;  // the first of that verdict
  };

  // Positions of one verdict must come in order.
  void Add(query::Verdict verdict, uint32_t position, store::EventId event) {
    lists_[static_cast<size_t>(verdict)].push_back({position, event});
  }

  // The gravest among positions [begin, end).
  std::optional<Found> WorstIn(size_t begin, size_t end) const;

 private:
  std::array<std::vector<Bad>, 3> lists_;
};

// A snapshot of a run: make a new one when it has grown. Walks all events once, so keep it. What
// has no time is left out; all times here are nanoseconds since RunView::zero_ns.
class TimelineIndex {
 public:
  explicit TimelineIndex(session::RunView& run);

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
  const std::vector<ExecutionLane>& execution_lanes() const { return execution_lanes_; }
  const std::vector<StepBegin>& steps() const { return steps_; }
  const std::vector<EventLane>& event_lanes() const { return event_lanes_; }

  // Whether it is worth telling them apart.
  bool several_threads() const { return several_threads_; }

  // Of all that has a time; both 0 if nothing has.
  int64_t first_ns() const { return first_ns_; }
  int64_t last_ns() const { return last_ns_; }

  int64_t TimeOf(store::EventId event) const { return Since(run_.events.time_ns[event]); }

 private:
  int64_t Since(int64_t time_ns) const;
  uint64_t NumberOf(store::ThreadId thread) const;  // no thread after all others
  std::vector<ExecutionSpan> SpansById() const;
  void SortExecutions();
  void SpreadExecutions(session::RunView& run);
  void FindSteps(session::RunView& run);
  void SortEvents(session::RunView& run);
  void OrderEventLanes();
  void FindBounds();
  void CountThreads();

  const store::Run& run_;
  const int64_t zero_ns_;
  Executions executions_;
  std::vector<ExecutionLane> execution_lanes_;
  std::vector<StepBegin> steps_;
  std::vector<EventLane> event_lanes_;
  bool several_threads_ = false;
  int64_t first_ns_ = 0;
  int64_t last_ns_ = 0;
};

}  // namespace tdbg::rpc
