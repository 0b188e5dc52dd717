#include <algorithm>
#include <utility>

#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

Result<GraphId> FindGraph(const store::Run& run, const Parameters& parameters) {
  const auto key = parameters.find("graph_id");
  if (key == parameters.end() || key->second.empty()) {
    return InvalidArgument("graph_id parameter is not provided");
  }
  const StringId text = run.strings.Find(key->second);
  const GraphId graph = text.valid() ? run.graphs.FindGraph(text) : GraphId();
  if (graph.valid()) return graph;
  return InvalidArgument("Not found: There is no graph with ID \"" + key->second + "\"");
}

Json Inputs(const store::Run& run, const store::Op& op) {
  Json inputs = Json::array();
  for (const InputRef& input : op.inputs) {
    if (input.slot == InputRef::kControl) continue;
    inputs.push_back({{"op_name", run.strings[input.op]}, {"output_slot", input.slot}});
  }
  return inputs;
}

// For each output those who read it, in the order of the graph.
Json Consumers(NumberedRun& numbered, OpId id, size_t num_outputs) {
  const store::Run& run = numbered.run();
  const StringId name = run.graphs.op(id).name;
  std::vector<Json> consumers(num_outputs, Json::array());
  OpId last;
  for (const query::GraphLinks::Reader& reader : numbered.links().Readers(id)) {
    if (std::exchange(last, reader.op) == reader.op) continue;  // it has more than one such input
    const store::Op& op = run.graphs.op(reader.op);
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      if (op.inputs[i].op != name || op.inputs[i].slot == InputRef::kControl) continue;
      const auto slot = static_cast<size_t>(op.inputs[i].slot);
      if (slot >= kMostOutputs) continue;
      if (slot >= consumers.size()) consumers.resize(slot + 1, Json::array());
      consumers[slot].push_back({{"op_name", run.strings[op.name]}, {"input_slot", i}});
    }
  }
  return consumers;
}

size_t NumOutputs(const store::Op& op) {
  if (!op.output_tensor_ids.empty()) return op.output_tensor_ids.size();
  return std::min(static_cast<size_t>(std::max(op.num_outputs, 0)), kMostOutputs);
}

Json OpData(NumberedRun& numbered, OpId id) {
  const store::Run& run = numbered.run();
  const store::Op& op = run.graphs.op(id);
  const size_t num_outputs = NumOutputs(op);
  return {{"wall_time", WallTime(run, op.time_ns)},
          {"op_type", run.strings[op.type]},
          {"op_name", run.strings[op.name]},
          {"output_tensor_ids", ListOrNull(op.output_tensor_ids)},
          {"host_name", HostName(run, op.host)},
          {"stack_frame_ids", FrameNames(run, op.stack)},
          {"device_name", TextOrNull(run.DeviceName(op.device))},
          {"graph_ids", GraphKeys(run, op.graph)},
          {"num_outputs", num_outputs},
          {"inputs", Inputs(run, op)},
          {"consumers", Consumers(numbered, id, num_outputs)}};
}

}  // namespace

Result<std::string> AnswerGraphInfo(NumberedRun& numbered, const Parameters& parameters) {
  const store::Run& run = numbered.run();
  TDBG_ASSIGN_OR_RETURN(const GraphId id, FindGraph(run, parameters));
  const store::Graph& graph = run.graphs.graph(id);
  Json inner = Json::array();
  for (const GraphId one : graph.inner) inner.push_back(GraphKey(run, one));
  return ToText({{"name", TextOrNull(run.strings[graph.name])},
                 {"graph_id", GraphKey(run, id)},
                 {"outer_graph_id", TextOrNull(GraphKey(run, graph.outer))},
                 {"inner_graph_ids", inner}});
}

Result<std::string> AnswerOpInfo(NumberedRun& numbered, const Parameters& parameters) {
  const store::Run& run = numbered.run();
  TDBG_ASSIGN_OR_RETURN(const GraphId graph, FindGraph(run, parameters));
  const auto find = [&](std::string_view name) {
    const StringId text = run.strings.Find(name);
    return text.valid() ? run.graphs.FindOp(graph, text) : OpId();
  };
  const auto given = parameters.find("op_name");
  const std::string name = given == parameters.end() ? "None" : given->second;
  const OpId id = find(name);
  if (!id.valid()) {
    return InvalidArgument("Not found: There is no op named \"" + name + "\" in graph with ID \"" +
                           GraphKey(run, graph) + "\"");
  }
  Json answer = OpData(numbered, id);
  // One level of neighbours is told of in full; those without a record only by name. So are those
  // beyond a number of edges that only a damaged or malicious recording reaches.
  constexpr size_t kMostEdges = 1'000'000;
  size_t edges = 0;
  const auto fill_in = [&](Json& neighbour) {
    const OpId op = find(neighbour["op_name"].get_ref<const std::string&>());
    if (!op.valid() || edges > kMostEdges) return;
    edges += run.graphs.op(op).inputs.size() + numbered.links().Readers(op).size();
    neighbour["data"] = OpData(numbered, op);
  };
  for (Json& input : answer["inputs"]) fill_in(input);
  for (Json& readers : answer["consumers"]) {
    for (Json& reader : readers) fill_in(reader);
  }
  return ToText(answer);
}

}  // namespace tdbg::rpc::tensorboard
