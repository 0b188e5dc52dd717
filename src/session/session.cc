#include "session/session.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "query/outlook.h"
#include "query/tensor_name.h"
#include "session/alert_groups.h"
#include "session/source_index.h"
#include "session/step_table.h"
#include "session/verdict_table.h"

namespace tdbg::session {

namespace {

uint64_t FingerprintOf(const store::LossLog& losses) {
  std::string all;
  for (const store::Loss& loss : losses.losses()) {
    for (const std::string& part :
         {loss.name, std::to_string(loss.count), loss.file, std::to_string(loss.offset)}) {
      all += part + '\n';
    }
  }
  return std::hash<std::string>()(all);
}

}  // namespace

RunView::RunView(const store::Run& run)
    : run_(run), forgettings_seen_(run.forgettings), links_(run), graph_order_(run, links_) {}
RunView::~RunView() = default;

void RunView::Grew() {
  ++growth_;
  sources_.reset();
  outputs_.clear();
  if (std::exchange(forgettings_seen_, run_.forgettings) != run_.forgettings) StartAnew();
}

// Lists that hold forgotten rows are made again of those that are kept, when they are asked for.
void RunView::StartAnew() {
  step_totals_ = {};
  alert_groups_ = {};
  verdicts_ = {};
  warnings_ = {};
  tensor_series_ = {};
  alerts_ = {};
  steps_ = {};
  bad_ = {};
  index_ = {};
}

template <typename T, typename Make>
T& RunView::UpToDate(Kept<T>& kept, Make make) {
  if (kept.value == nullptr) {
    kept.value = make();
  } else if (kept.growth != growth_) {
    kept.value->Extend();
  }
  kept.growth = growth_;
  return *kept.value;
}

void RunView::Prepare() {
  steps();
  const auto unread = [&](store::EventId event) {
    return run_.events.badness[event] == store::Badness::kUnread;
  };
  const auto events = index().chronological();
  if (std::none_of(events.begin(), events.end(), unread)) alerts();
}

const query::EventIndex& RunView::index() {
  return UpToDate(index_, [&] { return std::make_unique<query::EventIndex>(run_); });
}

const query::BadValues& RunView::bad() {
  const query::EventIndex& events = index();
  return UpToDate(bad_, [&] { return std::make_unique<query::BadValues>(run_, events, links_); });
}

const query::Steps& RunView::steps() {
  return UpToDate(steps_, [&] { return std::make_unique<query::Steps>(run_); });
}

const query::AlertList& RunView::alert_list() {
  const query::BadValues& values = bad();
  return UpToDate(alerts_, [&] {
    return std::make_unique<query::AlertList>(run_, *index_.value, links_, values);
  });
}

const query::TensorSeries& RunView::tensor_series() {
  const query::AlertList& list = alert_list();
  const query::Steps& counted = steps();
  return UpToDate(tensor_series_, [&] {
    return std::make_unique<query::TensorSeries>(run_, *index_.value, counted, list);
  });
}

const std::vector<query::Warning>& RunView::warnings() {
  const query::TensorSeries& series = tensor_series();
  return UpToDate(warnings_,
                  [&] {
                    return std::make_unique<query::WarningList>(run_, *index_.value, links_,
                                                                series);
                  })
      .warnings();
}

const VerdictTable& RunView::verdicts() {
  const query::AlertList& list = alert_list();
  return UpToDate(verdicts_, [&] { return std::make_unique<VerdictTable>(run_, list); });
}

const AlertGroups& RunView::alert_groups() {
  const query::AlertList& list = alert_list();
  return UpToDate(alert_groups_, [&] { return std::make_unique<AlertGroups>(run_, list); });
}

const StepTotals& RunView::step_totals() {
  alert_list();
  steps();
  return UpToDate(step_totals_, [&] { return std::make_unique<StepTotals>(*this); });
}

const SourceIndex& RunView::sources() {
  if (sources_ == nullptr) sources_ = std::make_unique<SourceIndex>(run_);
  return *sources_;
}

store::EventId RunView::BadInput(store::EventId event) {
  alert_list();
  return alerts_.value->BadInput(event);
}

bool RunView::SurelyLeaves(store::EventId event) {
  return query::Outlook(run_, index(), links_, bad()).SurelyLeaves(event);
}

std::optional<Verdict> RunView::WorstOf(store::OpId op) { return verdicts().WorstOf(op); }

std::optional<Verdict> RunView::WorstOf(store::ExecutionId execution) {
  return verdicts().WorstOf(execution);
}

query::FilterContext RunView::ContextFor(const query::Filter& filter) {
  query::FilterContext context;
  if (filter.Uses(query::Field::kStep)) context.steps = &steps();
  if (filter.Uses(query::Field::kVerdict)) context.verdicts = &verdicts().events();
  return context;
}

void RunView::ForgetNamesIfChanged() {
  if (std::exchange(graphs_seen_, run_.graphs.version()) == run_.graphs.version()) return;
  forward_.clear();
  graph_names_.reset();
}

const std::optional<query::ForwardOp>& RunView::forward(store::OpId op) {
  ForgetNamesIfChanged();
  const auto [it, added] = forward_.try_emplace(op);
  if (added) it->second = query::ForwardOf(run_, op);
  return it->second;
}

int64_t RunView::zero_ns() {
  if (zero_ns_ != kNoTime && run_.forgettings > 0) return zero_ns_;
  const auto events = index().chronological();
  return zero_ns_ = events.empty() ? run_.start_ns : run_.events.time_ns[events.front()];
}

std::span<const store::EventId> RunView::EventsOfOutput(store::OpId op, int32_t slot) {
  // A graph that has a name counts as one with no other, and the index has its events in order.
  if (run_.graphs.graph(run_.graphs.op(op).graph).name.valid()) return index().OfOutput(op, slot);
  const auto [it, added] = outputs_.try_emplace({op, slot});
  if (added) it->second = query::EventsOfOutput(run_, index(), op, slot);
  return it->second;
}

bool RunView::IsSharedName(StringId graph_name) {
  ForgetNamesIfChanged();
  if (graph_names_ == nullptr) {
    graph_names_ = std::make_unique<std::unordered_map<StringId, int>>();
    for (const store::GraphId id : run_.graphs.graph_ids()) {
      ++(*graph_names_)[run_.graphs.graph(id).name];
    }
  }
  const auto it = graph_names_->find(graph_name);
  return it != graph_names_->end() && it->second > 1;
}

Result<std::unique_ptr<Session>> Session::Open(const std::string& path,
                                               const importers::Progress& progress,
                                               Deleted deleted) {
  std::unique_ptr<Session> session(new Session);
  session->deleted_ = deleted;
  TDBG_ASSIGN_OR_RETURN(session->reader_, importers::TraceReader::Open(path));
  const Result<bool> read = session->Refresh(progress);
  if (!read.ok()) return read.status();
  return session;
}

Result<bool> Session::Refresh(const importers::Progress& progress) {
  TDBG_RETURN_IF_ERROR(reader_->Update(progress));
  if (deleted_ == Deleted::kForget) reader_->ForgetDeleted();
  std::vector<Read> read;
  for (const auto& run : trace().runs) {
    read.emplace_back(run.get(), run->records, run->forgettings);
  }
  // What is missing may change while nothing is added: somebody has cut a file.
  read.emplace_back(nullptr, FingerprintOf(trace().losses), 0);
  if (read == read_) return false;
  read_ = std::move(read);
  std::unordered_map<const store::Run*, std::unique_ptr<RunView>> known;
  for (auto& view : runs_.runs_) {
    const store::Run* const run = &view->run();  // which may be gone by now
    known[run] = std::move(view);
  }
  runs_.runs_.clear();
  for (const auto& run : trace().runs) {
    std::unique_ptr<RunView>& view = known[run.get()];
    if (view == nullptr) {
      view = std::make_unique<RunView>(*run);
    } else {
      view->Grew();
    }
    runs_.runs_.push_back(std::move(view));
  }
  return true;
}

}  // namespace tdbg::session
