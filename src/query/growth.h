// What grew until it was too large: the history behind an overflow, over the steps of a program or
// the iterations of a loop.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "query/event_index.h"
#include "query/tensor_series.h"
#include "store/run.h"

namespace tdbg::query {

// One tensor's way up, by its largest magnitude.
struct Growth {
  // What its moments are. A round is one pass of the program through a loop of eager ops
  // (eager_rounds.h), where no steps are told.
  enum class By { kStep, kIteration, kRound };

  store::EventId first;  // where it began
  store::EventId last;   // the last that was measured
  int64_t began = 0;     // the moment from which on it rose, if it was 0 then
  int64_t since = 0;     // the same, but the first that was not 0
  int64_t until = 0;
  double before = 0;
  double now = 0;
  double factor = 1;  // for each moment, on average
  int64_t measured = 0;
  By by = By::kStep;
};

const char* ByName(Growth::By by);  // "step", as in texts and JSON

// At least as many are measured, and the last is at least so many times the first.
inline constexpr int64_t kLeastMeasuredGrowth = 4;
inline constexpr double kLeastGrowth = 256;

// A magnitude at a step, an iteration or a round.
struct Measured {
  int64_t at = 0;
  double largest = 0;
  store::EventId event;
};

// The growth at the end of the history, each magnitude above the one before; nullopt where it is
// too short or too little to be called so. The history is in order; of several of one moment the
// last counts.
std::optional<Growth> GrowthAtEnd(std::span<const Measured> history);

// By iteration: what the op made in the execution before position `rank` of the index, as far as
// measured.
std::vector<Measured> IterationsBefore(const store::Run& run, const EventIndex& index,
                                       store::OpId op, int32_t slot, store::ExecutionId execution,
                                       uint32_t rank);

// What that output of these executions of eager ops was; their moments are counted from 0.
std::vector<Measured> OfRounds(const store::Run& run,
                               std::span<const store::ExecutionId> executions, int32_t slot);

// By step: what the series has before position `rank` of the index.
std::vector<Measured> StepsBefore(const Series& series, uint32_t rank);

}  // namespace tdbg::query
