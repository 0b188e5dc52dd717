// What `run`, `record` and `check` have in common on the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/subcommand.h"

namespace tdbg::cli {

struct LaunchOptions {
  std::vector<std::string> program;  // its words: file, module or executable, and its arguments
  std::string output;                // directory of the trace; "" for a place of ours
  std::string python;                // interpreter; "" for the python3 of PATH
  bool as_written = false;
  std::string allow;  // births that this filter matches are intended
  // Settings of the capture library by their keys (include/tdbg/capture.h), as the user wrote them.
  std::map<std::string, std::string> settings;
};

// Those of the subcommand itself come first. `launch` must outlive the parsing.
std::vector<Option> WithLaunchOptions(LaunchOptions& launch, std::vector<Option> own);

// "--web" of those that can show the recording meanwhile.
Option PageFlag(bool* web);

// Checks and normalises the settings once they are parsed.
Status CheckLaunchOptions(LaunchOptions& launch);

}  // namespace tdbg::cli
