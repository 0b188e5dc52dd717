// What happened in each step of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

struct StepFacts {
  int64_t step = 0;
  int64_t executions = 0;
  int64_t tensors = 0;  // events
  int64_t bad = 0;
  std::optional<query::Verdict> worst;
  store::EventId first_bad;  // of the worst
};

// In order; empty for a run without steps.
std::vector<StepFacts> StepTable(RunView& run);

}  // namespace tdbg::session
