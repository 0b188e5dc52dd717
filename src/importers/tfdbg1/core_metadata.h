// The JSON of a core metadata file: what one Session.run was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::importers::tfdbg1 {

struct CoreMetadata {
  int64_t global_step = -1;  // as the caller counts; -1 if the caller does not count
  int64_t session_run_index = -1;
  int64_t executor_step_index = -1;
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;
  std::vector<std::string> target_nodes;
};

// Fills `metadata` with what can be read; kCorrupt if something of it is missing.
Status ParseCoreMetadata(std::string_view text, CoreMetadata& metadata);

}  // namespace tdbg::importers::tfdbg1
