#include "capture/tf/companion/constants.h"

#include <algorithm>
#include <string>
#include <vector>

#include "capture/tf/companion/probes.h"
#include "capture/tf/companion/services.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor.pb.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::Edge;
using tensorflow::Graph;
using tensorflow::Node;

constexpr char kConstantMark[] = "_tdbg_bad_constant";
constexpr char kInputMark[] = "_tdbg_bad_constant_input";

template <typename Element>
bool AnyBad(const tensorflow::Tensor& tensor) {
  const auto elements = tensor.flat<Element>();
  return std::any_of(elements.data(), elements.data() + elements.size(),
                     [](const Element& element) { return !Eigen::numext::isfinite(element); });
}

bool IsBad(const Node& constant) {
  const tensorflow::TensorProto* proto = nullptr;
  if (!tensorflow::GetNodeAttr(constant.attrs(), "value", &proto).ok()) return false;
  switch (proto->dtype()) {
    case tensorflow::DT_FLOAT:
    case tensorflow::DT_DOUBLE:
    case tensorflow::DT_HALF:
    case tensorflow::DT_BFLOAT16:
      break;
    default:
      return false;
  }
  tensorflow::Tensor tensor;
  if (!tensor.FromProto(*proto)) return false;
  switch (tensor.dtype()) {
    case tensorflow::DT_FLOAT:
      return AnyBad<float>(tensor);
    case tensorflow::DT_DOUBLE:
      return AnyBad<double>(tensor);
    case tensorflow::DT_HALF:
      return AnyBad<Eigen::half>(tensor);
    default:
      return AnyBad<Eigen::bfloat16>(tensor);
  }
}

bool ReadsConstantsAlone(const Node& reader) {
  return std::all_of(reader.in_edges().begin(), reader.in_edges().end(), [](const Edge* edge) {
    return edge->IsControlEdge() || edge->src()->IsConstant();
  });
}

}  // namespace

void MarkReadersOfBadConstants(Graph* graph) {
  std::vector<Node*> constants;
  for (Node* node : graph->op_nodes()) {
    if (node->IsConstant() && IsBad(*node)) constants.push_back(node);
  }
  for (Node* constant : constants) {
    const auto& out = constant->out_edges();
    const std::vector<const Edge*> edges(out.begin(), out.end());
    for (const Edge* edge : edges) {
      if (edge->IsControlEdge()) continue;
      Node* reader = edge->dst();
      int input = edge->dst_input();
      // An op that reads nothing but constants may still be computed ahead, and what returns a
      // function's results is replaced before it runs.
      if (ReadsConstantsAlone(*reader)) {
        if (!InsertReader(graph, *edge, &reader).ok()) continue;
        input = 0;
      }
      reader->AddAttr(kConstantMark, constant->name());
      reader->AddAttr(kInputMark, input);
    }
  }
}

void DescribeBadConstant(const tensorflow::OpKernel& kernel, tdbg_bad_constant* constant) {
  const auto& attributes = kernel.def().attr();
  const auto name = attributes.find(kConstantMark);
  const auto input = attributes.find(kInputMark);
  if (name == attributes.end() || input == attributes.end()) return;
  *constant = {Text(name->second.s()), static_cast<uint32_t>(input->second.i())};
}

}  // namespace tdbg::tf::companion
