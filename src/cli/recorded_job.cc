#include "cli/recorded_job.h"

#include <algorithm>

#include "session/telling_order.h"

namespace tdbg::cli {
namespace {

int64_t TimeOf(const FoundAlert& found) {
  return found.run->run().events.time_ns[found.alert.event];
}

void SortByTime(std::vector<FoundAlert>& alerts) {
  std::stable_sort(alerts.begin(), alerts.end(),
                   [](const FoundAlert& a, const FoundAlert& b) { return TimeOf(a) < TimeOf(b); });
}

}  // namespace

Status RecordedJob::Refresh(size_t processes) {
  if (processes == 0) return Status::Ok();
  if (session_ != nullptr && processes == processes_) return session_->Refresh({}).status();
  TDBG_ASSIGN_OR_RETURN(std::unique_ptr<session::Session> whole, session::Session::Open(path_, {}));
  if (session_ == nullptr) {
    session_ = std::move(whole);
  } else {
    *session_ = std::move(*whole);  // a prompt may hold on to it
  }
  processes_ = processes;
  return Status::Ok();
}

std::vector<session::RunView*> RecordedJob::runs() {
  std::vector<session::RunView*> ours;
  if (session_ == nullptr) return ours;
  for (session::RunView& run : session_->runs()) {
    if (run.run().job == job_) ours.push_back(&run);
  }
  return ours;
}

Findings RecordedJob::Find(const std::optional<query::Filter>& allowed) {
  Findings findings;
  for (session::RunView* const run : runs()) {
    std::optional<query::FilterMatcher> intended;
    if (allowed) {
      intended.emplace(*allowed, run->run(), run->ContextFor(*allowed));
    }
    for (const query::Alert& alert : run->alerts()) {
      if (alert.verdict == query::Verdict::kMasked) {
        findings.masked.push_back({run, alert});
      } else if (alert.verdict == query::Verdict::kOrigin) {
        const bool meant = intended && intended->Matches(alert.event);
        (meant ? findings.allowed : findings.births).push_back({run, alert});
      }
    }
  }
  SortByTime(findings.births);
  session::PutForwardFirst(
      findings.births.begin(), findings.births.end(),
      [](const FoundAlert& found) -> session::RunView& { return *found.run; },
      [](const FoundAlert& found) { return found.alert; });
  SortByTime(findings.allowed);
  SortByTime(findings.masked);
  return findings;
}

}  // namespace tdbg::cli
