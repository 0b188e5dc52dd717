// Steps: which step of training an execution belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/by_row.h"
#include "query/revisions.h"
#include "store/run.h"

namespace tdbg::query {

// Where the recorder counted them, its word holds. Session runs carry their own index. Elsewhere a
// step ends with each top-level function call that updates a variable: an execution's step is the
// number of such calls before it. A run without such calls has no steps.
class Steps {
 public:
  explicit Steps(const store::Run& run);

  // To be called when the run has grown.
  void Extend();

  std::optional<int64_t> Of(store::ExecutionId execution) const;

  // Positions are ids of executions: those from which on steps are new or not what they were.
  const Revisions& revisions() const { return revisions_; }

 private:
  size_t Count(size_t from, size_t first_new);
  int64_t CountBefore(size_t position);
  bool EndsStep(store::ExecutionId execution);
  bool Assigns(store::GraphId graph);

  const store::Run& run_;
  bool recorded_ = false;                     // the recorder counted
  bool any_ = false;                          // there are steps, as counted here
  ByRow<store::ExecutionId, int64_t> steps_;  // as counted here
  std::vector<store::ExecutionId> by_time_;
  std::unordered_map<store::GraphId, bool> assigns_;
  Revisions revisions_;
  size_t executions_seen_ = 0;
  size_t changes_seen_ = 0;
  uint64_t graphs_seen_ = 0;
};

}  // namespace tdbg::query
