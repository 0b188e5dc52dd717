// Steps that a loss scaler skipped in a program that runs op by op: no graph tells what became of a
// gradient, but the ops come one after the other.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "query/alert.h"
#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/skipped_step.h"
#include "store/run.h"

namespace tdbg::query {

// A step counts as skipped where ops of a gradient overflowed, an op then found that something is
// not finite, nothing bad went into a variable or is kept where nobody follows it, and the program
// went on: it lowered a variable that holds a single number, or computed the next gradients. What a
// program finds and stops at is a birth.
class EagerSkips {
 public:
  EagerSkips(const store::Run& run, const EventIndex& index, const BadValues& bad)
      : run_(run), index_(index), bad_(bad) {}

  // To be called when the bad values were extended. Answers with the first position among them
  // whose verdict may be another now; Revisions::kNone if there is none.
  size_t Extend();

  // Of origins among the alerts, those that overflowed in such a step are handled.
  void Judge(std::span<Alert> alerts) const;

  const std::map<store::EventId, SkippedStep>& by_overflow() const { return skipped_; }

 private:
  // Ops of a gradient that ran one after the other: positions in the order of time.
  struct Stretch {
    size_t begin = 0;
    size_t end = 0;
  };

  bool IsEagerAt(size_t position) const;
  bool IsOperandAt(size_t position) const;
  bool IsOfGradientAt(size_t position);
  bool FoundBad(store::EventId answer) const;
  std::optional<Stretch> GradientsBefore(size_t position);
  bool GoesOn(size_t position, SkippedStep& step);
  bool FindScale(store::ExecutionId asked, SkippedStep& step) const;
  bool StaysHere(store::EventId event, int depth) const;
  bool Overflowed(store::EventId event) const;
  bool TryQuestion(size_t position);
  void GiveBack(size_t from);
  size_t PositionOf(store::EventId birth) const;

  const store::Run& run_;
  const EventIndex& index_;
  const BadValues& bad_;
  std::unordered_map<store::StackId, bool> of_gradient_;
  std::map<store::EventId, SkippedStep> skipped_;                 // by the first overflow
  std::unordered_map<store::EventId, store::EventId> handled_;    // to the first of its step
  std::vector<store::EventId> pending_;                           // answers behind which more may come
  size_t index_seen_ = 0;
  size_t scanned_ = 0;
};

}  // namespace tdbg::query
