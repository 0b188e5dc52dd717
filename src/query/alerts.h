// Alerts: every event that holds NaN or an infinity, with a verdict on where it came from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "query/alert.h"
#include "query/bad_values.h"
#include "query/eager_skips.h"
#include "query/event_index.h"
#include "query/fate.h"
#include "query/gradient_twins.h"
#include "query/graph_links.h"
#include "query/loss_scaler.h"
#include "query/provenance.h"
#include "store/run.h"
#include "vocabulary/verdict.h"

namespace tdbg::query {

struct AlertCounts {
  int64_t origin = 0;
  int64_t inherited = 0;
  int64_t masked = 0;
  int64_t handled = 0;

  int64_t& operator[](Verdict verdict) {
    return verdict == Verdict::kOrigin      ? origin
           : verdict == Verdict::kInherited ? inherited
           : verdict == Verdict::kMasked    ? masked
                                            : handled;
  }
  std::optional<Verdict> Gravest() const {
    if (origin > 0) return Verdict::kOrigin;
    if (inherited > 0) return Verdict::kInherited;
    if (handled > 0) return Verdict::kHandled;
    return masked > 0 ? std::optional(Verdict::kMasked) : std::nullopt;
  }
};

// For a run that may grow: call Extend() after its bad values were extended.
class AlertList {
 public:
  AlertList(const store::Run& run, const EventIndex& index, GraphLinks& links,
            const BadValues& bad);

  void Extend();

  // Chronological.
  const std::vector<Alert>& alerts() const { return alerts_; }
  const AlertCounts& counts() const { return counts_; }

  // Of positions in alerts().
  const Revisions& revisions() const { return revisions_; }

  // The nearest bad value that the event was made of or came about by; invalid for an origin. A
  // gradient that is one finding with its forward op counts as made of that op's result.
  store::EventId BadInput(store::EventId event);

  // The gradient that is one finding with the forward op behind the event (gradient_twins.h);
  // invalid if there is none.
  store::EventId GradientOf(store::EventId event) const { return twins_.GradientOf(event); }

  // That loss scalers skipped, in order of time.
  std::vector<SkippedStep> SkippedSteps() const;
  // The skip that makes the event a birth, because too many came before it in a row; nullopt if
  // there is none.
  std::optional<SkippedStep> SunkAt(store::EventId event) const;

 private:
  Alert Judge(store::EventId event);
  bool ComesOutOfPipeline(store::EventId event) const;
  // See Provenance::BadReason. Only of a reason that did harm itself: what is masked explains
  // nothing.
  store::EventId BadReason(store::EventId event);

  const store::Run& run_;
  const EventIndex& index_;
  const BadValues& bad_;
  Provenance provenance_;
  Fate fate_;
  LossScalers scalers_;
  EagerSkips eager_skips_;
  GradientTwins twins_;
  std::vector<Alert> alerts_;
  AlertCounts counts_;
  Revisions revisions_;
  store::EventId pipeline_birth_;  // the first one in a function that a dataset calls
  size_t bad_seen_ = 0;
};

}  // namespace tdbg::query
