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
// then lowered a number: one that it holds in a variable, or one that it hands in. Once it has, so
// do later steps of the same line. What a program finds and stops at is a birth.
class EagerSkips {
 public:
  EagerSkips(const store::Run& run, const EventIndex& index, const BadValues& bad)
      : run_(run), index_(index), bad_(bad) {}

  // To be called when the bad values were extended. Answers with the first position among them
  // whose verdict may be another now; Revisions::kNone if there is none.
  size_t Extend();

  // Of origins among the alerts, those that overflowed in such a step are handled.
  void Judge(std::span<Alert> alerts) const;

  // By the first gradient that overflowed.
  const std::map<store::EventId, SkippedStep>& skipped() const { return skipped_; }

 private:
  bool IsEager(store::EventId event) const;
  bool IsOfGradient(store::StackId stack);
  store::StackId StackOf(store::EventId event) const;
  bool FoundBad(store::EventId answer) const;
  bool StaysHere(store::EventId event, int depth) const;
  std::optional<std::vector<store::EventId>> OverflowsBefore(size_t position);
  bool LowersNumber(SkippedStep& step) const;
  bool LowersVariable(SkippedStep& step) const;
  bool LowersHandedIn(SkippedStep& step) const;
  std::optional<double> NumberOf(store::EventId event) const;
  int64_t InARow(const SkippedStep& step) const;
  bool AssignsLater(store::EventId asked, store::EventId overflow) const;
  bool IsSettled(store::EventId answer);
  void GiveBack(size_t from);
  size_t PositionOf(store::EventId birth) const;

  const store::Run& run_;
  const EventIndex& index_;
  const BadValues& bad_;
  std::unordered_map<store::StackId, bool> of_gradient_;
  std::map<store::EventId, SkippedStep> skipped_;
  std::unordered_map<store::EventId, store::EventId> handled_;  // to the first of its step
  std::vector<store::EventId> pending_;  // answers of which it is not known what came of them
  size_t index_seen_ = 0;
  size_t scanned_ = 0;
};

}  // namespace tdbg::query
