#include "session/session.h"

#include <algorithm>

#include "query/tensor_name.h"
#include "session/source_index.h"

namespace tdbg::session {
namespace {

template <typename T, typename Make>
T& Remember(std::unique_ptr<T>& kept, Make make) {
  if (kept == nullptr) kept = std::make_unique<T>(make());
  return *kept;
}

}  // namespace

RunView::RunView(const store::Run& run) : run_(run) {}
RunView::RunView(RunView&&) noexcept = default;
RunView::~RunView() = default;

void RunView::Prepare() {
  steps();
  const auto unread = [&](store::EventId event) {
    return run_.events.badness[event] == store::Badness::kUnread;
  };
  const auto events = index().chronological();
  if (std::none_of(events.begin(), events.end(), unread)) alerts();
}

const query::EventIndex& RunView::index() {
  return Remember(index_, [&] { return query::EventIndex(run_); });
}

query::GraphLinks& RunView::links() {
  return Remember(links_, [&] { return query::GraphLinks(run_); });
}

const query::BadValues& RunView::bad() {
  return Remember(bad_, [&] { return query::BadValues(run_, index(), links()); });
}

const query::Steps& RunView::steps() {
  return Remember(steps_, [&] { return query::Steps(run_); });
}

const std::vector<query::Alert>& RunView::alerts() {
  return Remember(alerts_, [&] { return query::FindAlerts(run_, index(), links(), bad()); });
}

const SourceIndex& RunView::sources() {
  return Remember(sources_, [&] { return SourceIndex(run_); });
}

const RunView::Verdicts& RunView::verdicts() {
  return Remember(verdicts_, [&] {
    Verdicts worst;
    const auto note = [](auto& known, auto id, query::Verdict verdict) {
      const auto [it, added] = known.try_emplace(id, verdict);
      it->second = std::min(it->second, verdict);  // they stand in order of gravity
    };
    for (const query::Alert& alert : alerts()) {
      worst.events.emplace(alert.event, alert.verdict);
      const store::OpId op = run_.events.op[alert.event];
      if (op.valid()) {
        note(worst.ops, op, alert.verdict);
      } else {
        note(worst.executions, run_.events.execution[alert.event], alert.verdict);
      }
    }
    return worst;
  });
}

std::optional<query::Verdict> RunView::WorstOf(store::OpId op) {
  const auto it = verdicts().ops.find(op);
  return it == verdicts().ops.end() ? std::nullopt : std::optional(it->second);
}

std::optional<query::Verdict> RunView::WorstOf(store::ExecutionId execution) {
  const auto it = verdicts().executions.find(execution);
  return it == verdicts().executions.end() ? std::nullopt : std::optional(it->second);
}

query::FilterContext RunView::ContextFor(const query::Filter& filter) {
  query::FilterContext context;
  if (filter.Uses(query::Field::kStep)) context.steps = &steps();
  if (filter.Uses(query::Field::kVerdict)) context.verdicts = &verdicts().events;
  return context;
}

const std::optional<query::ForwardOp>& RunView::forward(store::OpId op) {
  const auto [it, added] = forward_.try_emplace(op);
  if (added) it->second = query::ForwardOf(run_, op);
  return it->second;
}

int64_t RunView::zero_ns() {
  const auto events = index().chronological();
  return events.empty() ? run_.start_ns : run_.events.time_ns[events.front()];
}

const std::vector<store::EventId>& RunView::EventsOfOutput(store::OpId op, int32_t slot) {
  const auto [it, added] = outputs_.try_emplace({op, slot});
  if (added) it->second = query::EventsOfOutput(run_, index(), op, slot);
  return it->second;
}

bool RunView::IsSharedName(StringId graph_name) {
  const auto& names = Remember(graph_names_, [&] {
    std::unordered_map<StringId, int> uses;
    for (const store::GraphId id : run_.graphs.graph_ids()) ++uses[run_.graphs.graph(id).name];
    return uses;
  });
  const auto it = names.find(graph_name);
  return it != names.end() && it->second > 1;
}

Result<std::unique_ptr<Session>> Session::Open(const std::string& path,
                                               const importers::Progress& progress) {
  std::unique_ptr<Session> session(new Session);
  TDBG_ASSIGN_OR_RETURN(session->reader_, importers::TraceReader::Open(path));
  const Result<bool> read = session->Refresh(progress);
  if (!read.ok()) return read.status();
  return session;
}

Result<bool> Session::Refresh(const importers::Progress& progress) {
  TDBG_RETURN_IF_ERROR(reader_->Update(progress));
  std::vector<std::pair<const store::Run*, uint64_t>> read;
  for (const auto& run : trace().runs) read.emplace_back(run.get(), run->records);
  if (read == read_) return false;
  read_ = std::move(read);
  runs_.clear();
  for (const auto& run : reader_->trace().runs) runs_.emplace_back(*run);
  return true;
}

}  // namespace tdbg::session
