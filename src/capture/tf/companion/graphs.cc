#include "capture/tf/companion/graphs.h"

#include <cmath>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "capture/tf/companion/calls.h"
#include "capture/tf/companion/constants.h"
#include "capture/tf/companion/probes.h"
#include "capture/tf/companion/session_calls.h"
#include "capture/tf/companion/stacks.h"
#include "tensorflow/core/common_runtime/optimization_registry.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/graph/graph.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::Edge;
using tensorflow::Graph;
using tensorflow::GraphOptimizationPassOptions;
using tensorflow::Node;

constexpr char kGraphMark[] = "_tdbg_graph";
constexpr int64_t kEagerMark = -1;
constexpr char kReceivedMark[] = "_tdbg_received";

struct Graphs {
  std::mutex mutex;
  std::unordered_map<std::string, tdbg_id> by_function;
  std::unordered_set<tdbg_id> of_sessions;
  tdbg_id session = 0;  // the last graph of a session that was seen
};

Graphs& AllGraphs() {
  static Graphs& graphs = *new Graphs;
  return graphs;
}

// The pass after partitioning is not told which graph it has; it runs on the same thread, next.
thread_local int64_t t_mark_for_partitions = 0;

bool AllDigits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string InputName(const Edge& edge) {
  if (edge.IsControlEdge()) return "^" + edge.src()->name();
  return edge.src_output() == 0 ? edge.src()->name()
                                : edge.src()->name() + ":" + std::to_string(edge.src_output());
}

void DefineAsWritten(const Node& node, tdbg_id graph, const std::string& function) {
  std::vector<const Edge*> data_inputs;
  if (!node.input_edges(&data_inputs).ok()) data_inputs.clear();
  std::vector<std::string> names;
  for (const Edge* edge : data_inputs) names.push_back(InputName(*edge));
  for (const Edge* edge : node.in_edges()) {
    if (edge->IsControlEdge() && !edge->src()->IsSource()) names.push_back(InputName(*edge));
  }
  std::vector<tdbg_text> inputs;
  for (const std::string& name : names) inputs.push_back(Text(name));

  tdbg_op op = {};
  op.graph = graph;
  op.name = Text(node.name());
  op.type = Text(node.type_string());
  op.device = Text(node.requested_device());
  op.inputs = inputs.data();
  op.input_count = inputs.size();
  op.output_count = static_cast<uint32_t>(node.num_outputs());
  op.stack = DefineStack(node.GetStackTrace().get());
  if (op.stack == 0) {
    op.stack = function.empty() ? Services().session_op_stack({"", 0}, op.name)
                                : RememberedStack(function, node.name());
  }
  if (op.stack == 0) op.stack = StackInSessionFunction(function, node.name());
  op.flags = TDBG_AS_WRITTEN;
  // What is fed in its place runs under another name; a probe may see it here.
  if (node.type_string() == "Placeholder") op.role = TDBG_READS_INPUT;
  const auto& debug_info = node.def().experimental_debug_info();
  std::string written_graph;
  if (debug_info.original_node_names_size() > 0) {
    op.written = Text(debug_info.original_node_names(0));
  }
  if (debug_info.original_func_names_size() > 0) {
    written_graph = UsersName(debug_info.original_func_names(0));
    op.written_graph = Text(written_graph);
  }
  Services().define_op(&op);
}

tdbg_id NewSessionGraph() {
  Graphs& graphs = AllGraphs();
  std::lock_guard<std::mutex> lock(graphs.mutex);
  const std::string key = "session_" + std::to_string(graphs.of_sessions.size());
  graphs.session = Services().define_graph(Text(key), {"", 0}, 0);
  graphs.of_sessions.insert(graphs.session);
  return graphs.session;
}

// After inlining and lowering, before anything is optimised: the last pass before placement.
class AsWrittenPass : public tensorflow::GraphOptimizationPass {
 public:
  explicit AsWrittenPass(bool probes) : probes_(probes) {}

  absl::Status Run(const GraphOptimizationPassOptions& options) override {
    if (options.graph == nullptr || *options.graph == nullptr) return absl::OkStatus();
    if (options.flib_def != nullptr) RememberStacks(*options.flib_def);
    std::string function;
    if (options.function_def != nullptr) function = options.function_def->signature().name();
    if (IsEagerWrapper(function)) {
      t_mark_for_partitions = kEagerMark;
      return absl::OkStatus();
    }
    const tdbg_id graph = function.empty() ? NewSessionGraph() : GraphOfFunction(function);
    t_mark_for_partitions = options.is_function_graph ? graph : 0;
    if (function.empty() && options.flib_def != nullptr) {
      RememberSessionCalls(**options.graph, graph, *options.flib_def);
    }
    for (const Node* node : (*options.graph)->op_nodes()) DefineAsWritten(*node, graph, function);
    if (probes_) InsertProbes(options.graph->get());
    return absl::OkStatus();
  }

 private:
  const bool probes_;
};

// An edge between devices is cut in two. Both ends know its name; only the sender knows whose
// output it was.
void MarkReceived(const std::unordered_map<std::string, std::unique_ptr<Graph>>& partitions) {
  constexpr char kEdgeName[] = "tensor_name";
  std::unordered_map<std::string, std::string> sent;
  std::string edge_name;
  for (const auto& [device, partition] : partitions) {
    for (const Node* node : partition->op_nodes()) {
      const Edge* edge = nullptr;
      if (node->IsSend() && tensorflow::GetNodeAttr(node->attrs(), kEdgeName, &edge_name).ok() &&
          node->input_edge(0, &edge).ok()) {
        sent[edge_name] = InputName(*edge);
      }
    }
  }
  if (sent.empty()) return;
  for (const auto& [device, partition] : partitions) {
    for (Node* node : partition->op_nodes()) {
      if (!node->IsRecv() || !tensorflow::GetNodeAttr(node->attrs(), kEdgeName, &edge_name).ok()) {
        continue;
      }
      const auto found = sent.find(edge_name);
      if (found != sent.end()) node->AddAttr(kReceivedMark, found->second);
    }
  }
}

class MarkPass : public tensorflow::GraphOptimizationPass {
 public:
  absl::Status Run(const GraphOptimizationPassOptions& options) override {
    if (options.partition_graphs == nullptr) return absl::OkStatus();
    int64_t mark = t_mark_for_partitions;
    if (!options.is_function_graph) {
      Graphs& graphs = AllGraphs();
      std::lock_guard<std::mutex> lock(graphs.mutex);
      mark = graphs.session;
    }
    if (mark == 0) return absl::OkStatus();
    MarkReceived(*options.partition_graphs);
    const bool raises = Services().raises() != 0;
    for (auto& partition : *options.partition_graphs) {
      if (raises) MarkReadersOfBadConstants(partition.second.get());
      for (Node* node : partition.second->op_nodes()) node->AddAttr(kGraphMark, mark);
    }
    return absl::OkStatus();
  }
};

bool IsSessionGraph(tdbg_id graph) {
  Graphs& graphs = AllGraphs();
  std::lock_guard<std::mutex> lock(graphs.mutex);
  return graphs.of_sessions.count(graph) != 0;
}

constexpr int kAfterEverything = 1 << 20;

}  // namespace

void RegisterGraphPasses(bool probes) {
  auto* const registry = tensorflow::OptimizationPassRegistry::Global();
  registry->Register(tensorflow::OptimizationPassRegistry::PRE_PLACEMENT, kAfterEverything,
                     std::make_unique<AsWrittenPass>(probes));
  registry->Register(tensorflow::OptimizationPassRegistry::POST_PARTITIONING, kAfterEverything,
                     std::make_unique<MarkPass>());
}

tdbg_id GraphOfFunction(const std::string& function) {
  Graphs& graphs = AllGraphs();
  std::lock_guard<std::mutex> lock(graphs.mutex);
  tdbg_id& graph = graphs.by_function[function];
  if (graph == 0) graph = Services().define_graph(Text(function), Text(UsersName(function)), 0);
  return graph;
}

std::string UsersName(const std::string& function) {
  std::string name = function;
  for (const char* prefix : {"__inference_", "__forward_", "__backward_"}) {
    const std::string text(prefix);
    if (name.compare(0, text.size(), text) == 0) name.erase(0, text.size());
  }
  // Numbers that keep traces of one function apart: "__inference___backward_f_28_42".
  for (size_t cut = name.rfind('_'); cut != std::string::npos && cut > 0; cut = name.rfind('_')) {
    if (!AllDigits(name.substr(cut + 1))) break;
    name.erase(cut);
  }
  return name;
}

bool IsTracedFunction(const std::string& name) { return name.compare(0, 12, "__inference_") == 0; }

bool IsEagerWrapper(const std::string& function) {
  return function.compare(0, 11, "__wrapped__") == 0;
}

std::string OpOfEagerWrapper(const std::string& function) {
  const size_t device = function.find("_device_");
  std::string name = function.substr(11, device == std::string::npos ? device : device - 11);
  // An op whose name begins with an underscore gets one more.
  if (name.compare(0, 2, "__") == 0) name.erase(0, 1);
  // Attributes may follow: "MapDataset_Targuments_0".
  const size_t attributes = name.find('_', 1);
  return attributes == std::string::npos ? name : name.substr(0, attributes);
}

// Of the activations that TensorFlow fuses to an op only this one has a slope for users to choose.
bool Amplifies(const tensorflow::NodeDef& def) {
  const auto slope = def.attr().find("leakyrelu_alpha");
  return slope != def.attr().end() && !(std::abs(slope->second.f()) <= 1);
}

// "Abs,Log": the ops that the runtime put together in this one of its own, in the order in which
// they work. Of one that grew out of a product the list begins behind the product. The text is kept
// for good: there are few such lists, and many kernels share each.
tdbg_text FusedOps(const tensorflow::NodeDef& def) {
  if (def.op().compare(0, 1, "_") != 0) return {"", 0};
  for (const char* attribute : {"op_names", "fused_ops"}) {
    const auto found = def.attr().find(attribute);
    if (found == def.attr().end() || found->second.list().s_size() == 0) continue;
    std::string types;
    for (const auto& type : found->second.list().s()) {
      types += (types.empty() ? "" : ",") + std::string(type);
    }
    static std::mutex& mutex = *new std::mutex;
    static std::unordered_set<std::string>& lists = *new std::unordered_set<std::string>;
    std::lock_guard<std::mutex> lock(mutex);
    return Text(*lists.insert(types).first);
  }
  return {"", 0};
}

void DescribeKernel(const void* kernel, tdbg_kernel_origin* origin) {
  const auto& op = *static_cast<const tensorflow::OpKernel*>(kernel);
  const auto& def = op.def();
  origin->type = {op.type_string_view().data(), op.type_string_view().size()};
  origin->amplifies = Amplifies(def);
  origin->fused = FusedOps(def);
  const auto mark = def.attr().find(kGraphMark);
  if (IsTracedFunction(op.type_string())) {  // a function that XLA compiled as a whole
    origin->graph = GraphOfFunction(op.type_string());
    origin->type = {"XlaLaunch", 9};
  } else if (IsRunDirectly(kernel)) {
    origin->eager = 1;
  } else if (mark != def.attr().end()) {
    origin->eager = mark->second.i() == kEagerMark;
    if (origin->eager == 0) {
      origin->graph = static_cast<tdbg_id>(mark->second.i());
      origin->session = IsSessionGraph(origin->graph);
      origin->probes = Services().as_written;
      if (origin->session != 0) origin->stack = StackOfInlined(origin->graph, op.name());
    }
  }
  const auto received = def.attr().find(kReceivedMark);
  if (received != def.attr().end()) origin->received = Text(received->second.s());
  const auto& debug_info = def.experimental_debug_info();
  if (debug_info.original_node_names_size() > 0) {
    origin->written = Text(debug_info.original_node_names(0));
  }
  DescribeProbe(op, origin);
  DescribeBadConstant(op, &origin->bad_constant);
}

}  // namespace tdbg::tf::companion
