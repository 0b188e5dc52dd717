// How data reaches an op from the program.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// Names of ops from the nearest argument, dataset, variable or constant (in this order of
// preference) to `op`, both included; what only hands values on is left out. Empty where none leads
// there.
std::vector<std::string> PathFromInput(RunView& run, store::OpId op);

}  // namespace tdbg::session
