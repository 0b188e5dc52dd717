// The line with which a recording ends.
#pragma once

#include <string>

#include "cli/launch.h"
#include "cli/recorded_job.h"

namespace tdbg::cli {

// "2 births (the first: −∞ in Log, mnist.py:37), 3 masked in 120 steps", "nothing bad in 120
// steps", or why nothing was recorded. `findings` is of `job`.
std::string SummaryText(RecordedJob& job, const Findings& findings, const Launch& launch);

}  // namespace tdbg::cli
