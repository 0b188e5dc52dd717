#include "rpc/requests.h"

#include <map>

#include "rpc/facts.h"
#include "rpc/graph_part.h"
#include "rpc/messages_json.h"
#include "rpc/ops.h"
#include "rpc/overview.h"
#include "rpc/sources.h"
#include "rpc/timeline.h"
#include "rpc/tree.h"
#include "rpc/values.h"

namespace tdbg::rpc {
namespace {

using session::RunView;

// One for each request. Those of a run are found by the request's own type; where several share a
// type, by name in the table below.
Result<Overview> Answer(OpenedTrace& trace, const Nothing&) {
  if (!trace.overview) {
    trace.overview = AnswerOverview(*trace.session, trace.generation, trace.grew_lately());
  }
  return *trace.overview;
}

Result<Timeline> AnswerFromIndex(RunView& run, RunMemory& memory, const TimelineRequest& request) {
  if (!memory.timeline) memory.timeline.emplace(run);
  return AnswerTimeline(run, *memory.timeline, request);
}

template <typename Request, auto answer>
Result<Json> OfTrace(OpenedTrace& trace, const Json& json) {
  Request request;
  TDBG_RETURN_IF_ERROR(Take(json, request));
  TDBG_ASSIGN_OR_RETURN(const auto answered, answer(trace, request));
  Json out;
  Put(out, answered);
  return out;
}

template <typename Request, auto answer>
Result<Json> OfRun(OpenedTrace& trace, const Json& json) {
  Request request;
  TDBG_RETURN_IF_ERROR(Take(json, request));
  TDBG_ASSIGN_OR_RETURN(const size_t run, RunOf(*trace.session, request.run));
  TDBG_ASSIGN_OR_RETURN(const auto answered,
                        answer(trace.session->runs()[run], trace.memory[run], request));
  Json out;
  Put(out, answered);
  return out;
}

// Most answers need nothing that is remembered, and some nothing of the request.
template <auto answer, typename Request>
auto Plain(RunView& run, RunMemory&, const Request& request) {
  return answer(run, request);
}
template <auto answer>
auto Whole(RunView& run, RunMemory&, const RunRequest&) {
  return Result(answer(run));
}
template <typename Request>
auto Alert(RunView& run, RunMemory& memory, const Request& request) {
  return memory.alerts.Answer(run, request);
}
template <typename Request>
auto Tensor(RunView& run, RunMemory& memory, const Request& request) {
  return memory.tensors.Answer(run, request);
}
template <typename Request>
auto Command(OpenedTrace& trace, const Request& request) {
  return trace.commands.Answer(request);
}

template <typename Request, auto answer>
constexpr Handler kPlain = &OfRun<Request, &Plain<answer, Request>>;
template <auto answer>
constexpr Handler kWhole = &OfRun<RunRequest, &Whole<answer>>;

const std::map<std::string_view, Handler>& Handlers() {
  static const auto& handlers = *new std::map<std::string_view, Handler>{
      {"overview", &OfTrace<Nothing, &Answer>},
      {"alerts", &OfRun<AlertsRequest, &Alert<AlertsRequest>>},
      {"cause", kPlain<EventRequest, &AnswerCause>},
      {"timeline", &OfRun<TimelineRequest, &AnswerFromIndex>},
      {"execution", kPlain<ExecutionRequest, &AnswerExecution>},
      {"tensors", &OfRun<TensorsRequest, &Tensor<TensorsRequest>>},
      {"tensor_place", &OfRun<TensorPlaceRequest, &Tensor<TensorPlaceRequest>>},
      {"words", kWhole<&AnswerWords>},
      {"tensor", kPlain<EventRequest, &AnswerTensor>},
      {"find", kPlain<FindRequest, &AnswerFind>},
      {"history", kPlain<HistoryRequest, &AnswerHistory>},
      {"value", kPlain<ValueRequest, &AnswerValue>},
      {"histogram", kPlain<HistogramRequest, &AnswerHistogram>},
      {"bad_element", kPlain<BadElementRequest, &AnswerBadElement>},
      {"graphs", kWhole<&AnswerGraphs>},
      {"neighbourhood", kPlain<NeighbourhoodRequest, &AnswerNeighbourhood>},
      {"graph_view", kPlain<GraphViewRequest, &AnswerGraphView>},
      {"tree", kPlain<TreeRequest, &AnswerTree>},
      {"op", kPlain<OpRequest, &AnswerOp>},
      {"sources", kWhole<&AnswerSources>},
      {"source", kPlain<FileRequest, &AnswerSource>},
      {"line_ops", kPlain<LineRequest, &AnswerLineOps>},
      {"command", &OfTrace<CommandRequest, &Command<CommandRequest>>},
      {"complete", &OfTrace<CompletionRequest, &Command<CompletionRequest>>},
  };
  return handlers;
}

}  // namespace

Handler FindHandler(std::string_view method) {
  const auto found = Handlers().find(method);
  return found == Handlers().end() ? nullptr : found->second;
}

}  // namespace tdbg::rpc
