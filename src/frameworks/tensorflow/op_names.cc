#include "frameworks/tensorflow/op_names.h"

#include <initializer_list>

namespace tdbg::frameworks::tensorflow {
namespace {

// Kernels in a layout of oneDNN's own, and those in TensorFlow's.
constexpr std::string_view kOneDnn[] = {"_MklNative", "_Mkl"};

}  // namespace

bool IsFused(std::string_view op_type) { return op_type.find("Fused") != std::string_view::npos; }

std::string_view UsersType(std::string_view op_type) {
  // "_MklNativeFusedMatMul" has no name that the user knows.
  if (IsFused(op_type)) return op_type;
  for (const std::string_view prefix : kOneDnn) {
    if (op_type.starts_with(prefix)) return op_type.substr(prefix.size());
  }
  return op_type;
}

std::string_view PlainType(std::string_view op_type) {
  for (const std::string_view prefix : kOneDnn) {
    if (op_type.starts_with(prefix)) op_type.remove_prefix(prefix.size());
  }
  for (const std::string_view prefix : {"_Fused", "Fused"}) {
    if (op_type.starts_with(prefix)) op_type.remove_prefix(prefix.size());
  }
  return op_type;
}

bool StartsNextIteration(std::string_view op_type) {
  return op_type == "NextIteration" || op_type == "RefNextIteration";
}

bool ChoosesWay(std::string_view op_type) {
  return op_type == "Switch" || op_type == "RefSwitch" || op_type == "_SwitchN";
}

// Of several ways a number that is none of theirs takes the last one; of two, 0 is "no".
int32_t WayFor(std::string_view op_type, double number, int32_t outputs) {
  if (op_type != "_SwitchN") return number != 0 ? 1 : 0;
  const bool is_one = number >= 0 && number < outputs;
  return is_one ? static_cast<int32_t>(number) : outputs - 1;
}

bool KeepsForGradient(std::string_view graph) {
  return graph.find("__forward_") != std::string_view::npos;
}

bool EndsFunctions(std::string_view op_type) { return op_type == "Identity"; }

// AssignSubVariableOp, ResourceApplyAdam, ResourceScatterAdd, ApplyGradientDescent, ScatterUpdate …
bool Assigns(std::string_view op_type) {
  for (const std::string_view start :
       {"Assign", "ResourceApply", "ResourceSparseApply", "ResourceScatter", "Apply", "SparseApply",
        "_FusedResourceApply", "StridedSliceAssign", "ResourceStridedSliceAssign", "Scatter"}) {
    if (op_type.starts_with(start)) return op_type != "ScatterNd";
  }
  return false;
}

std::optional<std::string> NextIterationOfMerge(std::string_view op) {
  constexpr std::string_view kMerge = "Merge";
  const size_t at = op.rfind(kMerge);
  if (at == std::string_view::npos) return std::nullopt;
  return std::string(op).replace(at, kMerge.size(), "NextIteration");
}

bool DifferentiatesIn(std::string_view file) {
  return file.ends_with("/tensorflow/python/eager/imperative_grad.py");
}

bool NamesPipelineFunction(std::string_view function) { return function.starts_with("Dataset_"); }

bool YieldsOfPipeline(std::string_view op_type) {
  return op_type.starts_with("IteratorGetNext") ||
         op_type.starts_with("MultiDeviceIteratorGetNext");
}

bool NamesCall(std::string_view op) { return op.find("PartitionedCall") != std::string_view::npos; }

}  // namespace tdbg::frameworks::tensorflow
