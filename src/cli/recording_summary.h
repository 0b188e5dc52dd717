// What is said at the end of a recording.
#pragma once

#include <string>
#include <vector>

#include "cli/launch.h"
#include "session/findings.h"

namespace tdbg::cli {

// Reads what was recorded last; says so where it cannot be read.
void RefreshAtEnd(session::Target& target);

// Those of this start; empty where nothing was recorded.
std::vector<session::RunView*> RunsOf(const session::Target::Reading& reading,
                                      const session::Target& target);

// "2 births, the first in Log, mnist.py:37, 3 masked; 120 tensors kept", and how to look at them
// where the trace is still there; or why nothing was recorded. `findings` is of `runs`.
std::string SummaryText(const std::vector<session::RunView*>& runs,
                        const session::Findings& findings, const Launch& launch, bool removed);

}  // namespace tdbg::cli
