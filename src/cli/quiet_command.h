// Running a command of somebody else's for what it prints.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace tdbg::cli {

struct CommandOutput {
  int status = 0;  // as of the program; 128 + n for a signal
  std::string out;
  std::string err;
};

// Looks the first word up in PATH, as a shell would; nothing else interprets the words. Standard
// input is empty. The error is that the command could not be started.
Result<CommandOutput> RunQuietly(const std::vector<std::string>& words);

}  // namespace tdbg::cli
