// The debugger's view of one opened path: owns what was read and answers questions about it.
// Nothing above this folder opens a file or parses a record.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/status.h"
#include "importers/trace_reader.h"
#include "query/alerts.h"
#include "query/event_index.h"
#include "query/filter.h"
#include "query/forward_op.h"
#include "query/graph_order.h"
#include "query/steps.h"
#include "query/tensor_series.h"
#include "query/warnings.h"
#include "session/run_list.h"
#include "store/trace.h"

namespace tdbg::session {

class AlertGroups;
class SourceIndex;
class StepTotals;
class VerdictTable;

// Answers about one run. What they are made of is computed when it is first asked for, and extended
// when the run has grown: a view is good, and stays where it is, for as long as its run is there.
// What it hands out by reference is good until the next refresh.
class RunView {
 public:
  explicit RunView(const store::Run& run);
  RunView(const RunView&) = delete;
  RunView& operator=(const RunView&) = delete;
  ~RunView();

  // Computes now what most questions need, as a part of loading; not what would read values.
  void Prepare();

  // To be called when the run has grown.
  void Grew();

  const store::Run& run() const { return run_; }
  const query::EventIndex& index();
  query::GraphLinks& links() { return links_; }
  query::GraphOrder& graph_order() { return graph_order_; }
  const query::BadValues& bad();
  const query::Steps& steps();
  const query::AlertList& alert_list();
  const std::vector<query::Alert>& alerts() { return alert_list().alerts(); }
  const query::AlertCounts& alert_counts() { return alert_list().counts(); }
  const query::TensorSeries& tensor_series();
  const std::vector<query::Warning>& warnings();
  const AlertGroups& alert_groups();
  const StepTotals& step_totals();
  const SourceIndex& sources();

  // The nearest bad value that the event was made of; invalid if every input was clean.
  store::EventId BadInput(store::EventId event);

  // Whether a bad value has left its execution or surely will, though that still runs.
  bool SurelyLeaves(store::EventId event);

  // The gravest verdict on what an op, or an execution itself, made; nullopt where all was fine.
  std::optional<Verdict> WorstOf(store::OpId op);
  std::optional<Verdict> WorstOf(store::ExecutionId execution);

  // What the filter needs to know beside the run itself.
  query::FilterContext ContextFor(const query::Filter& filter);

  const std::optional<query::ForwardOp>& forward(store::OpId op);

  // The moment from which people count: that of the first tensor event, else of the first record.
  // It stays when that event is forgotten.
  int64_t zero_ns();

  // The answer of query::EventsOfOutput, remembered where it was put together from several graphs.
  std::span<const store::EventId> EventsOfOutput(store::OpId op, int32_t slot);

  // Whether several graphs go by this name: a function that was traced more than once.
  bool IsSharedName(StringId graph_name);

 private:
  template <typename T>
  struct Kept {
    std::unique_ptr<T> value;
    uint64_t growth = 0;  // when it was extended last
  };
  template <typename T, typename Make>
  T& UpToDate(Kept<T>& kept, Make make);
  const VerdictTable& verdicts();
  void ForgetNamesIfChanged();
  void StartAnew();

  const store::Run& run_;
  uint64_t growth_ = 0;  // times that the run has grown
  uint64_t forgettings_seen_;
  int64_t zero_ns_ = kNoTime;
  query::GraphLinks links_;
  query::GraphOrder graph_order_;
  Kept<query::EventIndex> index_;
  Kept<query::BadValues> bad_;
  Kept<query::Steps> steps_;
  Kept<query::AlertList> alerts_;
  Kept<query::TensorSeries> tensor_series_;
  Kept<query::WarningList> warnings_;
  Kept<VerdictTable> verdicts_;
  Kept<AlertGroups> alert_groups_;
  Kept<StepTotals> step_totals_;
  // Forgotten when the run has grown.
  std::unique_ptr<SourceIndex> sources_;
  std::map<std::pair<store::OpId, int32_t>, std::vector<store::EventId>> outputs_;
  // Forgotten when its graphs have changed.
  std::unordered_map<store::OpId, std::optional<query::ForwardOp>> forward_;
  std::unique_ptr<std::unordered_map<StringId, int>> graph_names_;
  uint64_t graphs_seen_ = 0;
};

class Session {
 public:
  // What becomes of rows whose recording the recorder deletes while it is followed. Who writes all
  // of them on to somewhere else keeps them.
  enum class Deleted { kForget, kKeep };

  static Result<std::unique_ptr<Session>> Open(const std::string& path,
                                               const importers::Progress& progress,
                                               Deleted deleted = Deleted::kForget);

  // Reads what was appended since; false if that was nothing. Ids and RunViews stay good, unless a
  // run turns out to be a part of another: then it goes, and its view with it. The ids of
  // rows that were forgotten are never given to others.
  Result<bool> Refresh(const importers::Progress& progress);

  const store::Trace& trace() const { return reader_->trace(); }
  const RunList& runs() { return runs_; }

 private:
  Session() = default;

  std::unique_ptr<importers::TraceReader> reader_;
  RunList runs_;
  using Read = std::tuple<const store::Run*, uint64_t, uint64_t>;  // records, forgettings
  std::vector<Read> read_;                                         // at the last refresh
  Deleted deleted_ = Deleted::kForget;
};

}  // namespace tdbg::session
