// The debugger's view of one opened path: owns what was read and answers questions about it.
// Nothing above this folder opens a file or parses a record.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/status.h"
#include "importers/trace_reader.h"
#include "query/alerts.h"
#include "query/event_index.h"
#include "query/filter.h"
#include "query/source_line.h"
#include "query/steps.h"
#include "store/trace.h"

namespace tdbg::session {

class SourceIndex;

// Answers about one run, computed when first asked and forgotten when the run has grown.
class RunView {
 public:
  explicit RunView(const store::Run& run);
  RunView(RunView&&) noexcept;
  ~RunView();

  // Computes now what most questions need, as a part of loading; not what would read values.
  void Prepare();

  const store::Run& run() const { return run_; }
  const query::EventIndex& index();
  query::GraphLinks& links();
  const query::BadValues& bad();
  const query::Steps& steps();
  const std::vector<query::Alert>& alerts();
  const SourceIndex& sources();

  // The gravest verdict on what an op, or an execution itself, made; nullopt where all was fine.
  std::optional<query::Verdict> WorstOf(store::OpId op);
  std::optional<query::Verdict> WorstOf(store::ExecutionId execution);

  // What a filter may ask.
  query::FilterContext ContextFor(const query::Filter& filter);

  const std::optional<query::ForwardOp>& forward(store::OpId op);

  // The moment from which people count: that of the first tensor event, else of the first record.
  int64_t zero_ns();

  // query::EventsOfOutput, remembered.
  const std::vector<store::EventId>& EventsOfOutput(store::OpId op, int32_t slot);

  // Whether several graphs go by this name: a function that was traced more than once.
  bool IsSharedName(StringId graph_name);

 private:
  const store::Run& run_;
  std::unique_ptr<query::EventIndex> index_;
  std::unique_ptr<query::GraphLinks> links_;
  std::unique_ptr<query::BadValues> bad_;
  std::unique_ptr<query::Steps> steps_;
  std::unique_ptr<std::vector<query::Alert>> alerts_;
  std::unique_ptr<SourceIndex> sources_;
  struct Verdicts {
    std::unordered_map<store::OpId, query::Verdict> ops;
    std::unordered_map<store::ExecutionId, query::Verdict> executions;
    std::unordered_map<store::EventId, query::Verdict> events;
  };
  std::unique_ptr<Verdicts> verdicts_;
  const Verdicts& verdicts();
  std::unordered_map<store::OpId, std::optional<query::ForwardOp>> forward_;
  std::unique_ptr<std::unordered_map<StringId, int>> graph_names_;
  std::map<std::pair<store::OpId, int32_t>, std::vector<store::EventId>> outputs_;
};

class Session {
 public:
  static Result<std::unique_ptr<Session>> Open(const std::string& path,
                                               const importers::Progress& progress);

  // Reads what was appended since; false if that was nothing. Ids stay good; RunViews do so only
  // where nothing was appended.
  Result<bool> Refresh(const importers::Progress& progress);

  const store::Trace& trace() const { return reader_->trace(); }
  std::vector<RunView>& runs() { return runs_; }

 private:
  Session() = default;

  std::unique_ptr<importers::TraceReader> reader_;
  std::vector<RunView> runs_;
  // At the last refresh. A run may also go, when it turns out to be a part of another.
  std::vector<std::pair<const store::Run*, uint64_t>> read_;
};

}  // namespace tdbg::session
