// What every surface says of a loss scaler: which steps it skipped, and how its scale went.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "query/skipped_step.h"
#include "query/source_line.h"
#include "session/session.h"

namespace tdbg::session {

struct SkippedStepFacts {
  std::optional<int64_t> step;
  std::optional<int64_t> execution;
  std::optional<double> before;  // the scale; nullopt where it was not recorded
  std::optional<double> after;
};

// Views live as long as the run.
struct LossScalerFacts {
  // That asked whether the gradients are finite; eagerly, that asked for the gradients.
  std::optional<query::SourceLine> line;
  std::vector<SkippedStepFacts> skipped;  // in order of time
  int64_t longest_row = 0;                // of steps that were skipped one after the other
  std::string text;  // "loss scaler at train.py:31 skipped 3 steps (4, 5, 9); the scale went …"
};

// Those of the run that skipped any, in the order in which they began to.
std::vector<LossScalerFacts> LossScalersOf(RunView& run);
std::vector<LossScalerFacts> LossScalersOf(const std::vector<RunView*>& runs);

// What makes the event a birth though a loss scaler deals with it: a sentence; "" where nothing
// does.
std::string SunkText(RunView& run, store::EventId event);

}  // namespace tdbg::session
