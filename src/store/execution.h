// Executions: the top-level things the program asked for.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/wall_time.h"
#include "store/ids.h"
#include "store/tensor_event.h"

namespace tdbg::store {

inline constexpr int64_t kNoStep = std::numeric_limits<int64_t>::min();

struct Execution {
  int64_t time_ns = kNoTime;
  uint32_t number = 0;       // by which a native recorder calls it; 0 where the format has none
  int64_t end_ns = kNoTime;  // where the recording tells
  StringId op_type;          // eager op or function; invalid for a Session.run
  GraphId graph;             // the function's graph, where known
  StackId stack;
  StringId host;
  ThreadId thread;  // that asked for it; invalid where the recording does not tell
  int32_t num_outputs = 0;
  uint16_t num_entries = 0;               // that its record has for outputs, empty ones included
  Detail detail = Detail::kUnknown;       // as its record states it
  bool failed = false;                    // an op of it did, as far as the recording tells
  bool graph_guessed = false;             // its record names no graph
  std::vector<int64_t> input_tensor_ids;  // ids of eager tensors: they link executions by data flow
  std::vector<int64_t> output_tensor_ids;
  std::vector<DeviceId> output_devices;  // of each output; invalid where the recording names none
  int64_t step = kNoStep;                // as the recorder counted it
  EventId first_event;                   // its own outputs are num_events events from here on
  int32_t num_events = 0;

  // Only for a Session.run.
  int64_t session_run_index = -1;
  int64_t executor_step_index = -1;
  int64_t global_step = -1;
  std::vector<StringId> feeds;  // tensor names, sorted by the runtime
  std::vector<StringId> fetches;
  std::vector<StringId> targets;
  StringId fetches_text;  // the program's own words, where a session wrapper recorded them
  StringId feeds_text;
};

}  // namespace tdbg::store
