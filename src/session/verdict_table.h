// The gravest verdict on what each op and each execution made.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "query/alerts.h"
#include "store/run.h"

namespace tdbg::session {

// For a run that may grow: call Extend() after its alerts were extended.
class VerdictTable {
 public:
  VerdictTable(const store::Run& run, const query::AlertList& alerts);

  void Extend();

  // nullopt where all was fine.
  std::optional<Verdict> WorstOf(store::OpId op) const;
  std::optional<Verdict> WorstOf(store::ExecutionId execution) const;

  const std::unordered_map<store::EventId, Verdict>& events() const { return events_; }

 private:
  struct Counted {
    query::Alert alert;
    store::OpId op;
    store::ExecutionId execution;  // of an event without an op
  };

  query::AlertCounts& CountsOf(const Counted& counted);

  const store::Run& run_;
  const query::AlertList& alerts_;
  std::vector<Counted> counted_;
  std::unordered_map<store::OpId, query::AlertCounts> ops_;
  std::unordered_map<store::ExecutionId, query::AlertCounts> executions_;
  std::unordered_map<store::EventId, Verdict> events_;
  size_t alerts_seen_ = 0;
};

}  // namespace tdbg::session
