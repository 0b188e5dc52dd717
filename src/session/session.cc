#include "session/session.h"

namespace tdbg::session {
namespace {

template <typename T, typename Make>
T& Remember(std::unique_ptr<T>& kept, Make make) {
  if (kept == nullptr) kept = std::make_unique<T>(make());
  return *kept;
}

}  // namespace

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

const std::optional<query::ForwardOp>& RunView::forward(store::OpId op) {
  const auto [it, added] = forward_.try_emplace(op);
  if (added) it->second = query::ForwardOf(run_, op);
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
  TDBG_RETURN_IF_ERROR(session->Refresh(progress));
  return session;
}

Status Session::Refresh(const importers::Progress& progress) {
  TDBG_RETURN_IF_ERROR(reader_->Update(progress));
  runs_.clear();
  for (const auto& run : reader_->trace().runs) runs_.emplace_back(*run);
  return Status::Ok();
}

}  // namespace tdbg::session
