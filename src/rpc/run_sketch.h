// A run drawn by hand, for tests of answers: with devices and steps.
#pragma once

#include <string_view>

#include "session/run_sketch.h"

namespace tdbg::rpc {

struct RunSketch : session::RunSketch {
  store::EventId Event(store::OpId op, int64_t time_ns, std::string_view device, bool bad = false,
                       store::ExecutionId execution = {}) {
    const store::EventId id = session::RunSketch::Event(op, time_ns, bad, 0, execution);
    run.events.device[id] = run.InternDevice(device);
    return id;
  }

  store::ExecutionId Execution(int64_t time_ns, std::string_view what, int64_t step) {
    const store::ExecutionId id = session::RunSketch::Execution(time_ns, what);
    run.executions[id].step = step;
    return id;
  }
};

}  // namespace tdbg::rpc
