// What the op behind an event read, and who made that: looked for through everything that only
// hands values on (Identity, arguments, loops, branches, calls, other devices).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

struct ReadTensor {
  std::string name;      // what the op reads it as: "p", "split:1", "@3:0"
  store::EventId event;  // a recording of the value; invalid where there is none

  // Who computed the value: an op, or at top level an execution. Where the way there is lost (at an
  // argument, a variable's read, a constant), the last one known. Both are invalid where nothing is
  // known.
  store::OpId maker;
  int32_t slot = 0;
  store::ExecutionId execution;
};

// The tensors at the data inputs of the op that made `event`, in order.
std::vector<ReadTensor> TensorsRead(RunView& run, store::EventId event);

}  // namespace tdbg::session
