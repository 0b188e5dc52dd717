#include <algorithm>
#include <map>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "session/execution_facts.h"
#include "session/node_facts.h"
#include "session/op_lookup.h"
#include "session/origin_walk.h"
#include "session/run_facts.h"

namespace tdbg::rpc {
namespace {

constexpr size_t kMostNeighbours = 500;

std::vector<Neighbour> NeighboursOf(session::RunView& run,
                                    const std::vector<session::NeighbourFacts>& facts) {
  std::vector<Neighbour> answer;
  for (const session::NeighbourFacts& one : facts) {
    if (answer.size() == kMostNeighbours) break;
    Neighbour& neighbour = answer.emplace_back();
    if (one.op.valid()) {
      neighbour.op = one.op.index();
      neighbour.worst = run.WorstOf(one.op);
    }
    neighbour.name = one.name;
    neighbour.op_type = one.op_type;
    neighbour.device = one.device;
  }
  return answer;
}

std::vector<OutputInfo> OutputsOf(session::RunView& run, store::OpId op) {
  std::map<int32_t, OutputInfo> outputs;
  for (const store::EventId event : run.index().OfOp(op)) {
    const int32_t slot = run.run().events.slot[event];
    OutputInfo& output = outputs[slot];
    output.slot = slot;
    ++output.events;
    output.last = event.index();
    const query::Alert* alert = session::AlertOf(run, event);
    if (alert == nullptr) continue;
    output.worst = Graver(output.worst, alert->verdict);
    if (!output.first_bad) output.first_bad = event.index();
  }
  std::vector<OutputInfo> answer;
  for (const auto& [slot, output] : outputs) answer.push_back(output);
  return answer;
}

}  // namespace

Result<Graphs> AnswerGraphs(session::RunView& view, const RunRequest&) {
  const store::Run& run = view.run();
  std::vector<int64_t> calls(run.graphs.num_graphs(), 0);
  for (const session::CallCount& call : session::CountCalls(run)) {
    if (call.graph.valid()) calls[call.graph.index()] += call.times;
  }
  Graphs answer;
  for (const store::GraphId id : run.graphs.graph_ids()) {
    const store::Graph& graph = run.graphs.graph(id);
    if (graph.ops.empty()) continue;
    GraphInfo& info = answer.graphs.emplace_back();
    info.graph = id.index();
    info.name = run.strings[graph.name];
    info.key = run.strings[graph.key];
    if (graph.outer.valid()) info.outer = graph.outer.index();
    info.ops = static_cast<int64_t>(graph.ops.size());
    info.device = run.DeviceName(graph.device);
    info.calls = calls[id.index()];
    for (const store::OpId op : graph.ops) {
      info.worst = Graver(info.worst, view.WorstOf(op));
    }
  }
  return answer;
}

Result<OpInfo> AnswerOp(session::RunView& view, const OpRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const store::OpId op, OpOf(view, request.op));
  const store::Run& run = view.run();
  const session::NodeFacts facts = session::FactsOfNode(view, op);
  OpInfo info;
  info.op = op.index();
  info.name = facts.name;
  info.op_type = facts.op_type;
  info.graph = facts.graph;
  info.device = facts.device;
  info.written = facts.written;
  if (const auto& forward = view.forward(op)) info.forward = forward->name;
  info.inputs = NeighboursOf(view, facts.inputs);
  info.control_inputs = NeighboursOf(view, facts.control_inputs);
  info.readers = NeighboursOf(view, facts.readers);
  info.control_readers = NeighboursOf(view, facts.control_readers);
  if (const auto attributes = run.values->ReadAttributes(op); attributes.ok()) {
    for (const store::Attribute& one : *attributes) info.attributes.push_back({one.key, one.text});
  }
  info.outputs = OutputsOf(view, op);
  info.worst = view.WorstOf(op);
  const store::StackId stack = run.graphs.op(op).stack;
  info.place = PlaceOf(query::UserLine(run, stack));
  info.frames = FramesOf(view, stack);
  return info;
}

Result<ExecutionInfo> AnswerExecution(session::RunView& view, const ExecutionRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const store::ExecutionId id, ExecutionOf(view, request.execution));
  const store::Run& run = view.run();
  const session::ExecutionFacts facts = session::FactsOfExecution(view, id);
  ExecutionInfo info;
  info.execution = id.index();
  info.what = facts.what;
  info.graph = facts.graph;
  info.step = facts.step;
  if (facts.time_ns != kNoTime) info.time_ns = facts.time_ns - view.zero_ns();
  for (const session::ExecutionInput& input : session::InputsOfExecution(run, id)) {
    if (input.maker.valid()) info.inputs.push_back(input.Name());
  }
  info.fetches = facts.fetches;
  info.feeds = facts.feeds;
  for (const store::EventId event : run.events.ids()) {
    info.events += run.events.execution[event] == id;
  }
  for (const store::EventId event : facts.events) info.outputs.push_back(RowOf(view, event));
  info.verdict = view.WorstOf(id);
  info.frames = FramesOf(view, run.executions[id].stack);
  return info;
}

}  // namespace tdbg::rpc
