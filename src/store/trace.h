// What one path holds: its runs and what was lost on the way in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/loss_log.h"
#include "store/run.h"

namespace tdbg::store {

struct Trace {
  std::string path;
  std::vector<std::unique_ptr<Run>> runs;  // in order of their start
  LossLog losses;
};

}  // namespace tdbg::store
