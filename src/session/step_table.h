// What happened in each step of a run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/by_row.h"
#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

struct StepFacts {
  int64_t step = 0;
  int64_t executions = 0;
  int64_t tensors = 0;  // tensor events
  int64_t bad = 0;
  std::optional<Verdict> worst;
  store::EventId first_bad;  // the first event with that verdict
};

// The steps of a run, in order; empty for a run without steps.
std::vector<StepFacts> StepTable(RunView& run);

// The totals that the table is made of, for a run that may grow: call Extend() after its alerts and
// steps were extended.
class StepTotals {
 public:
  // Takes alerts and steps from `run`, which must outlive this object.
  explicit StepTotals(RunView& run);

  void Extend();

  size_t num_steps() const { return steps_.size(); }
  std::vector<StepFacts> Table() const;

 private:
  struct Step {
    int64_t executions = 0;
    int64_t tensors = 0;
    std::array<std::vector<store::EventId>, kVerdicts> bad;  // by verdict, chronological
  };
  struct Execution {
    std::optional<int64_t> step;
    int64_t tensors = 0;
  };
  struct CountedAlert {
    query::Alert alert;
    std::optional<int64_t> step;
  };

  void StartAnew();
  size_t FirstAlertOf(store::ExecutionId execution) const;
  void MoveExecutions(size_t from);
  void CountExecution(const Execution& execution, int64_t times);
  void CountEvent(store::EventId event);
  void CountAlerts();

  RunView& view_;
  const store::Run& run_;
  std::map<int64_t, Step> steps_;
  ByRow<store::ExecutionId, Execution> executions_;
  ByRow<store::EventId, bool> counted_;
  std::vector<CountedAlert> alerts_;
  size_t rows_seen_ = 0;  // of events
  size_t executions_seen_ = 0;
  size_t steps_seen_ = 0;
  size_t alerts_seen_ = 0;
  size_t changes_seen_ = 0;
  uint64_t moved_seen_ = 0;
};

}  // namespace tdbg::session
