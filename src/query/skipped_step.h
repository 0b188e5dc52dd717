// A training step that a loss scaler skipped: it asked whether the gradients are finite, some had
// overflowed, and nothing was changed but the scale of the loss.
#pragma once

#include "store/ids.h"

namespace tdbg::query {

struct SkippedStep {
  store::ExecutionId execution;  // in which a gradient overflowed
  store::EventId asked;          // the answer to the question whether they are finite
  StringId scale;                // name of the op that stands for the variable; invalid eagerly
  store::EventId before;         // the scale as it was read; invalid where that was not recorded
  store::EventId after;          // the scale that was assigned; the same
  store::EventId overflow;       // the first gradient that overflowed
  int64_t in_a_row = 1;          // steps that were skipped up to here, with none in between
};

// A scale that falls and falls helps nobody: from so many skipped steps on it is an alert.
inline constexpr int64_t kMostSkippedInARow = 20;

}  // namespace tdbg::query
