#include "query/alerts.h"

#include <algorithm>

#include "query/fate.h"
#include "query/provenance.h"

namespace tdbg::query {
namespace {

using store::EventId;

Source SourceOf(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  const StringId type =
      op.valid() ? run.graphs.op(op).type : run.executions[run.events.execution[event]].op_type;
  switch (RoleOf(run.strings[type])) {
    case OpRole::kArgument:
    case OpRole::kDataset:
    case OpRole::kReceive:
      return Source::kInput;
    case OpRole::kConstant:
      return Source::kConstant;
    case OpRole::kReadVariable:
      return Source::kVariable;
    default:
      return Source::kOp;
  }
}

}  // namespace

const char* VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOrigin:
      return "origin";
    case Verdict::kInherited:
      return "inherited";
    case Verdict::kMasked:
      return "masked";
  }
  return "";
}

const char* SourceName(Source source) {
  switch (source) {
    case Source::kOp:
      return "op";
    case Source::kInput:
      return "input";
    case Source::kConstant:
      return "constant";
    case Source::kVariable:
      return "variable";
  }
  return "";
}

std::vector<Alert> FindAlerts(const store::Run& run, const EventIndex& index, GraphLinks& links,
                              const BadValues& bad) {
  Provenance provenance(run, index, links, bad);
  Fate fate(run, index, links, bad);

  std::vector<Alert> alerts;
  alerts.reserve(bad.events().size());
  for (auto it = bad.events().rbegin(); it != bad.events().rend(); ++it) {
    Alert alert;
    alert.event = *it;
    alert.source = SourceOf(run, *it);
    if (fate.Masked(*it)) {
      alert.verdict = Verdict::kMasked;
    } else {
      alert.verdict = provenance.BadInput(*it).valid() ? Verdict::kInherited : Verdict::kOrigin;
    }
    alerts.push_back(alert);
  }
  std::reverse(alerts.begin(), alerts.end());
  return alerts;
}

AlertCounts Count(const std::vector<Alert>& alerts) {
  AlertCounts counts;
  for (const Alert& alert : alerts) {
    counts.origin += alert.verdict == Verdict::kOrigin;
    counts.inherited += alert.verdict == Verdict::kInherited;
    counts.masked += alert.verdict == Verdict::kMasked;
  }
  return counts;
}

}  // namespace tdbg::query
