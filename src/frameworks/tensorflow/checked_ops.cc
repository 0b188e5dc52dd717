#include "frameworks/tensorflow/checked_ops.h"

#include <algorithm>

#include "frameworks/tensorflow/op_names.h"
#include "frameworks/tensorflow/op_roles.h"

namespace tdbg::frameworks::tensorflow {
namespace {

// Sorted. Fill and the two that compare can only give what they are given.
constexpr std::string_view kMove[] = {
    "Concat",
    "ConcatV2",
    "ExpandDims",
    "Fill",
    "Gather",
    "Maximum",
    "Minimum",
    "Reshape",
    "Slice",
    "Squeeze",
    "Stack",
    "StridedSlice",
    "StridedSliceGrad",
    "TensorListConcatV2",
    "TensorListGather",
    "TensorListGetItem",
    "TensorListPopBack",
    "TensorListStack",
    "Transpose",
    "Unpack",
    // Python's numbers and arrays on their way into TensorFlow; a constant of a graph is checked.
    "_EagerConst",
};
static_assert(std::ranges::is_sorted(kMove));

constexpr std::string_view kOneResult[] = {
    "FusedBatchNorm",
    "FusedBatchNormV2",
    "FusedBatchNormV3",
    "_FusedBatchNormEx",
    "_MklFusedBatchNorm",
    "_MklFusedBatchNormV2",
    "_MklFusedBatchNormV3",
    "_MklNativeFusedBatchNorm",
    "_MklNativeFusedBatchNormV2",
    "_MklNativeFusedBatchNormV3",
};
static_assert(std::ranges::is_sorted(kOneResult));

}  // namespace

bool MovesValues(std::string_view op_type) {
  const OpRole role = RoleOf(op_type);
  return role == OpRole::kCall || role == OpRole::kLoop || role == OpRole::kBranch ||
         std::ranges::binary_search(kMove, UsersType(op_type));
}

bool HasOneResult(std::string_view op_type) {
  return std::ranges::binary_search(kOneResult, op_type);
}

}  // namespace tdbg::frameworks::tensorflow
