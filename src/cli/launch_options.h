// What `run`, `record` and `check` have in common on the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/status.h"

namespace CLI {
class App;
}

namespace tdbg::cli {

struct LaunchOptions {
  std::vector<std::string> program;  // its words: file, module or executable, and its arguments
  std::string output;                // directory of the trace; "" for a place of ours
  std::string python;                // interpreter; "" for the python3 of PATH
  bool as_written = false;
  // Settings of the capture library by their keys (include/tdbg/capture.h), as the user wrote them.
  std::map<std::string, std::string> settings;
};

// Declares them; `options` must outlive the parsing.
void AddLaunchOptions(CLI::App* command, LaunchOptions& options);

// After the parsing: takes over the program's words, and checks and normalises the settings.
Status FinishLaunchOptions(const CLI::App& command, LaunchOptions& options);

}  // namespace tdbg::cli
