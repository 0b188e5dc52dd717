// What has changed of rows that had been read before. Rows that are new are found by the sizes of
// their tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/ids.h"

namespace tdbg::store {

// Importers write it, in the order in which they change rows. Whoever computes something from a run
// and keeps it remembers how much of each list it has seen.
struct Changes {
  std::vector<EventId> events;
  std::vector<ExecutionId> executions;
  uint64_t moved = 0;  // times that events lost their op, output, time or execution to another one

  // A round of reading begins; rows that it adds itself are new, however often it touches them.
  void Begin(size_t num_events, size_t num_executions) {
    known_events_ = num_events;
    known_executions_ = num_executions;
  }
  void Note(EventId event) {
    if (event.index() < known_events_) events.push_back(event);
  }
  void Note(ExecutionId execution) {
    if (execution.index() < known_executions_) executions.push_back(execution);
  }

 private:
  size_t known_events_ = 0;
  size_t known_executions_ = 0;
};

}  // namespace tdbg::store
