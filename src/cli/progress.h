// A line on the terminal while something takes longer than a second.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "importers/importer.h"
#include "session/target/target.h"

namespace tdbg::cli {

// Shows nothing unless standard error is a terminal. The line goes away with the object, or when
// Ctrl-C ends the program.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  importers::Progress callback();

 private:
  void Show(uint64_t done, uint64_t total);

  bool terminal_;
  bool shown_ = false;
  int64_t start_ms_;
  int64_t last_ms_ = 0;
};

// The recording at path. The line is gone when it is open.
Result<std::unique_ptr<session::Target>> OpenTarget(const std::string& path);

}  // namespace tdbg::cli
