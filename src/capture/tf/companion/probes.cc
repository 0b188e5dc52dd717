#include "capture/tf/companion/probes.h"

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "capture/tf/companion/services.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/graph/node_builder.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::DataType;
using tensorflow::Edge;
using tensorflow::Node;

constexpr char kProbe[] = "TdbgProbe";
constexpr char kProbedOp[] = "probed";
constexpr char kProbedSlot[] = "slot";

class ProbeKernel : public tensorflow::OpKernel {
 public:
  explicit ProbeKernel(tensorflow::OpKernelConstruction* construction)
      : tensorflow::OpKernel(construction) {}
  void Compute(tensorflow::OpKernelContext* context) override {
    context->set_output(0, context->input(0));
  }
  bool IsExpensive() override { return false; }
};

tensorflow::NodeBuilder ProbeBuilder(tensorflow::Graph* graph, Node* node, int slot) {
  return tensorflow::NodeBuilder(graph->NewName("tdbg_probe"), kProbe)
      .Input(node, slot)
      .Attr("T", node->output_type(slot))
      .Attr(kProbedSlot, slot);
}

bool WorthProbing(const Node& node, int slot) {
  const DataType type = node.output_type(slot);
  if (tensorflow::IsRefType(type) || type == tensorflow::DT_RESOURCE ||
      type == tensorflow::DT_VARIANT || type == tensorflow::DT_STRING) {
    return false;
  }
  // Control flow has rules about who may stand between its ops.
  static const std::unordered_set<std::string>& kPassOn = *new std::unordered_set<std::string>{
      "Const", "Enter", "Exit",   "Identity",      "IdentityN", "LoopCond",
      "Merge", "_Arg",  "Switch", "NextIteration", "_Retval",   kProbe};
  return kPassOn.count(node.type_string()) == 0;
}

absl::Status InsertProbe(tensorflow::Graph* graph, Node* node, int slot,
                         const std::vector<const Edge*>& edges) {
  Node* probe = nullptr;
  TF_RETURN_IF_ERROR(ProbeBuilder(graph, node, slot)
                         .Attr(kProbedOp, node->name())
                         .Device(node->requested_device())
                         .Finalize(graph, &probe));
  for (const Edge* edge : edges) {
    TF_RETURN_IF_ERROR(graph->UpdateEdge(probe, 0, edge->dst(), edge->dst_input()));
  }
  return absl::OkStatus();
}

}  // namespace

void RegisterProbe() {
  // Stateful, or grappler would see through it and fold it away.
  tensorflow::OpRegistry::Global()->Register(
      [](tensorflow::OpRegistrationData* data) -> absl::Status {
        return tensorflow::OpDefBuilder(kProbe)
            .Input("tensor: T")
            .Output("same: T")
            .Attr("T: type")
            .Attr("probed: string")
            .Attr("slot: int")
            .SetIsStateful()
            .SetShapeFn([](tensorflow::shape_inference::InferenceContext* c) {
              c->set_output(0, c->input(0));
              return absl::OkStatus();
            })
            .Finalize(data);
      });
  static const tensorflow::KernelDef* const def =
      tensorflow::register_kernel::Name(kProbe).Device(tensorflow::DEVICE_CPU).Build();
  tensorflow::kernel_factory::OpKernelRegistrar(
      def, "ProbeKernel", [](tensorflow::OpKernelConstruction* c) -> tensorflow::OpKernel* {
        return new ProbeKernel(c);
      });
}

absl::Status InsertReader(tensorflow::Graph* graph, const Edge& edge, Node** reader) {
  TF_RETURN_IF_ERROR(ProbeBuilder(graph, edge.src(), edge.src_output())
                         .Attr(kProbedOp, "")
                         .AssignedDevice(edge.src()->assigned_device_name())
                         .Finalize(graph, reader));
  for (const Edge* control : edge.dst()->in_edges()) {
    if (control->IsControlEdge()) graph->AddControlEdge(control->src(), *reader);
  }
  return graph->UpdateEdge(*reader, 0, edge.dst(), edge.dst_input());
}

void InsertProbes(tensorflow::Graph* graph) {
  std::vector<Node*> nodes;
  for (Node* node : graph->op_nodes()) nodes.push_back(node);
  for (Node* node : nodes) {
    std::map<int, std::vector<const Edge*>> consumers;
    for (const Edge* edge : node->out_edges()) {
      if (!edge->IsControlEdge()) consumers[edge->src_output()].push_back(edge);
    }
    for (const auto& [slot, edges] : consumers) {
      if (!WorthProbing(*node, slot)) continue;
      if (!InsertProbe(graph, node, slot, edges).ok()) {
        Services().lost("tensors as written that could not be probed", 1);
      }
    }
  }
}

void DescribeProbe(const tensorflow::OpKernel& kernel, tdbg_kernel_origin* origin) {
  if (kernel.type_string() != kProbe) return;
  const auto& attributes = kernel.def().attr();
  const std::string& probed = attributes.at(kProbedOp).s();
  if (probed.empty()) return;
  origin->probed = Text(probed);
  origin->probe_slot = static_cast<uint32_t>(attributes.at(kProbedSlot).i());
}

}  // namespace tdbg::tf::companion
