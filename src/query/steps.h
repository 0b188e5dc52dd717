// Steps: which round of training an execution belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

// Where the recorder counted them, its word holds. Session runs carry their own index. Elsewhere a
// step ends with each top-level function call that updates a variable: an execution's step is the
// number of such calls before it. A run without such calls has no steps.
class Steps {
 public:
  explicit Steps(const store::Run& run);

  std::optional<int64_t> Of(store::ExecutionId execution) const;

 private:
  bool TakeRecorded(const store::Run& run);

  std::vector<int64_t> steps_;  // by execution; empty if the run has none
};

}  // namespace tdbg::query
