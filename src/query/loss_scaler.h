// Bad values that a program expects and deals with: gradients that overflow because the loss is
// scaled, which a loss scaler looks for.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "query/alert.h"
#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "query/provenance.h"
#include "query/skipped_step.h"
#include "query/training_graph.h"
#include "store/run.h"

namespace tdbg::query {

// A step counts as skipped where nothing bad left it, an op that decides by values looked at a bad
// one, and a single number was assigned that was made of the variable's own value: the scale, on
// which the bad value depends. Of the values that led there those that overflowed with the scale
// are handled. What would be bad at any scale (the log of 0, a gradient at a pole, a forward pass
// that overflows) is a birth, though the step is skipped: it only hides behind the scaler.
class LossScalers {
 public:
  LossScalers(const store::Run& run, const EventIndex& index, GraphLinks& links,
              const BadValues& bad, Provenance& provenance)
      : run_(run),
        index_(index),
        links_(links),
        bad_(bad),
        provenance_(provenance),
        training_(run, links) {}

  // Judges those of the alerts that are masked, from position `from` on.
  void Judge(std::span<Alert> alerts, size_t from);

  void Forget(store::EventId event);

  const std::map<store::ExecutionId, SkippedStep>& skipped() const { return skipped_; }

 private:
  enum class Depends : uint8_t { kNo, kYes, kUnknown };

  void JudgeStep(SkippedStep step, std::span<Alert* const> masked);
  std::optional<SkippedStep> FindSkip(store::ExecutionId execution);
  bool IsAskedAbout(store::EventId event, int depth);
  bool IsAsked(store::EventId event, store::OpId op, int32_t slot, int depth);
  bool FindScale(SkippedStep& step, std::span<const store::EventId> asked);
  bool IsScale(store::OpId assign, store::EventId near, SkippedStep& step);
  store::EventId ReadOfOwn(store::OpId value, StringId variable, store::EventId near);
  Depends DependsOn(store::OpId op, StringId variable);
  bool OverflowedWith(StringId scale, store::EventId event);
  bool IsBorn(store::EventId event);
  int64_t InARow(store::OpId question, const SkippedStep& step) const;
  store::EventId EventNear(store::EventId near, store::OpId op, int32_t slot) const;

  const store::Run& run_;
  const EventIndex& index_;
  GraphLinks& links_;
  const BadValues& bad_;
  Provenance& provenance_;
  TrainingGraphs training_;
  std::unordered_map<store::EventId, bool> asked_;  // of one judgement
  std::set<std::string_view> questions_;            // names of those of one execution
  std::map<store::ExecutionId, SkippedStep> skipped_;
  std::unordered_map<store::EventId, store::ExecutionId> by_overflow_;
};

}  // namespace tdbg::query
