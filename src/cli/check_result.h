// What `tdbg check` found, as files for other programs.
#pragma once

#include <optional>
#include <string>

#include "base/status.h"
#include "cli/recording_summary.h"

namespace tdbg::cli {

enum class CheckVerdict {
  kClean,
  kFound,          // a bad value was born, or what --strict forbids
  kProgramFailed,  // nothing was born, but the program itself failed
  kCouldNotLook,   // nothing was seen, but not everything was looked at
};

struct CheckResult {
  std::string program;  // its name
  CheckVerdict verdict = CheckVerdict::kCouldNotLook;
  int program_status = 0;
  double seconds = 0;
  Found found;
  session::Session* session = nullptr;  // null where nothing was recorded
};

// docs/json.md
Status WriteCheckJson(const CheckResult& result, const std::string& path);

// One test case, that of the program; `report` is the text for people.
Status WriteCheckJUnit(const CheckResult& result, const std::string& report,
                       const std::string& path);

}  // namespace tdbg::cli
