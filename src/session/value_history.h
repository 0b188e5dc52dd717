// How the range of one tensor moved until it went wrong.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/cause/op_case.h"
#include "session/session.h"

namespace tdbg::session {

struct ValueHistory {
  enum class Measure { kMin, kMax, kZeros };

  Measure measure = Measure::kMin;
  std::vector<double> values;  // the last is that of the event asked about
  std::string when;            // "steps 0, 1, 2"
};

// The history of the output of `event`: of it at earlier times, and of `event` itself. `number` is
// the element of interest: a large one is watched by the maximum, others by the minimum, or by
// counting zeros where the minimum says nothing. nullopt where there is nothing to compare with.
std::optional<ValueHistory> HistoryOf(RunView& run, store::EventId event,
                                      std::optional<double> number);

}  // namespace tdbg::session
