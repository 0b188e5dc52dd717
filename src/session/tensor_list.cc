#include "session/tensor_list.h"

#include <algorithm>
#include <memory>
#include <span>

#include "session/pattern.h"
#include "session/tensor_sort.h"

namespace tdbg::session {
namespace {

using store::EventId;
using store::OpId;

// What the patterns ask of an op, asked once for each op however often it ran.
class OpFilter {
 public:
  static Result<OpFilter> Make(const store::Run& run, const TensorQuery& query) {
    OpFilter filter(run);
    TDBG_ASSIGN_OR_RETURN(filter.nodes_, Pattern::Compile(query.node_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.types_, Pattern::Compile(query.op_type_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.graphs_, Pattern::Compile(query.graph_regex, query.ignore_case));
    TDBG_ASSIGN_OR_RETURN(filter.excluded_,
                          Pattern::Compile(query.exclude_node_regex, query.ignore_case));
    filter.any_ =
        query.node_regex || query.op_type_regex || query.graph_regex || query.exclude_node_regex;
    if (filter.any_) filter.known_.resize(run.graphs.num_ops());
    return filter;
  }

  bool Passes(EventId event) {
    if (!any_) return true;
    const OpId op = run_.events.op[event];
    if (!op.valid()) return PassesEager(run_.executions[run_.events.execution[event]]);
    Answer& answer = known_[op.index()];
    if (answer == Answer::kUnknown) answer = PassesOp(op) ? Answer::kYes : Answer::kNo;
    return answer == Answer::kYes;
  }

 private:
  enum class Answer : uint8_t { kUnknown, kYes, kNo };

  explicit OpFilter(const store::Run& run) : run_(run) {}

  bool PassesNames(std::string_view name, std::string_view type, std::string_view graph) const {
    return nodes_.Fits(name) && types_.Fits(type) && graphs_.Fits(graph) &&
           (excluded_.FitsAll() || !excluded_.Fits(name));
  }
  bool PassesOp(OpId id) const {
    const store::Op& op = run_.graphs.op(id);
    return PassesNames(run_.strings[op.name], run_.strings[op.type],
                       run_.strings[run_.graphs.graph(op.graph).name]);
  }
  // An eager op has no name of its own; people look for what it computed.
  bool PassesEager(const store::Execution& execution) const {
    const std::string_view type = run_.strings[execution.op_type];
    return PassesNames(type, type, "");
  }

  const store::Run& run_;
  Pattern nodes_, types_, graphs_, excluded_;
  bool any_ = false;
  std::vector<Answer> known_;  // by op
};

}  // namespace

Result<std::vector<EventId>> ListTensors(RunView& run, const TensorQuery& query,
                                         const query::NamedFilters& filters,
                                         const std::atomic<bool>& stop) {
  TDBG_RETURN_IF_ERROR(CheckSortKey(query.sort_by));
  TDBG_ASSIGN_OR_RETURN(OpFilter ops, OpFilter::Make(run.run(), query));
  std::vector<EventId> events;
  for (const EventId event : run.index().chronological()) {
    if (ops.Passes(event)) events.push_back(event);
  }
  if (query.filter) {
    TDBG_ASSIGN_OR_RETURN(const auto filter, query::Filter::Compile(*query.filter, filters));
    events = query::Select(filter, run.run(), run.ContextFor(filter), events, &stop);
  }
  if (query.sort_by == "timestamp" && !query.reverse) return events;
  return SortTensors(run, std::move(events), query.sort_by, query.reverse, stop);
}

}  // namespace tdbg::session
