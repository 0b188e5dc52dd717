// Where the value behind a variable's handle was recorded.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// Names of the recorded events, in the same execution, of ops that read the variable whose handle
// `event` is.
std::vector<std::string> VariableReads(RunView& run, store::EventId event);

}  // namespace tdbg::session
