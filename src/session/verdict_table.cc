#include "session/verdict_table.h"

namespace tdbg::session {
namespace {

using query::AlertCounts;

template <typename Id>
std::optional<Verdict> Worst(const std::unordered_map<Id, AlertCounts>& counts, Id id) {
  const auto known = counts.find(id);
  if (known == counts.end()) return std::nullopt;
  return known->second.Gravest();
}

}  // namespace

VerdictTable::VerdictTable(const store::Run& run, const query::AlertList& alerts)
    : run_(run), alerts_(alerts) {
  Extend();
}

void VerdictTable::Extend() {
  const size_t from = alerts_.revisions().FirstSince(alerts_seen_);
  alerts_seen_ = alerts_.revisions().count();
  for (; counted_.size() > from; counted_.pop_back()) {
    --CountsOf(counted_.back())[counted_.back().alert.verdict];
    events_.erase(counted_.back().alert.event);
  }
  for (size_t i = counted_.size(); i < alerts_.alerts().size(); ++i) {
    const query::Alert& alert = alerts_.alerts()[i];
    counted_.push_back({alert, run_.events.op[alert.event], run_.events.execution[alert.event]});
    ++CountsOf(counted_.back())[alert.verdict];
    events_.emplace(alert.event, alert.verdict);
  }
}

AlertCounts& VerdictTable::CountsOf(const Counted& counted) {
  return counted.op.valid() ? ops_[counted.op] : executions_[counted.execution];
}

std::optional<Verdict> VerdictTable::WorstOf(store::OpId op) const { return Worst(ops_, op); }

std::optional<Verdict> VerdictTable::WorstOf(store::ExecutionId execution) const {
  return Worst(executions_, execution);
}

}  // namespace tdbg::session
