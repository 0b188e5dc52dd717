#include "frameworks/tensorflow/value_inputs.h"

#include <algorithm>
#include <iterator>

namespace tdbg::frameworks::tensorflow {
namespace {

struct ValueInputs {
  std::string_view type;
  int first = 0;
  int last = 0;  // below 0: counted from the end
};

// Sorted by type. The other inputs are shapes, axes, indices, conditions and seeds.
constexpr ValueInputs kValueInputs[] = {
    {"All", 0, 0},
    {"Any", 0, 0},
    {"BroadcastTo", 0, 0},
    {"Concat", 1, -1},
    {"ConcatV2", 0, -2},
    {"Conv2DBackpropInput", 1, 2},
    {"Conv3DBackpropInputV2", 1, 2},
    {"Cumprod", 0, 0},
    {"Cumsum", 0, 0},
    {"DepthwiseConv2dNativeBackpropInput", 1, 2},
    {"DynamicStitch", -1, -1},
    {"ExpandDims", 0, 0},
    {"Fill", 1, 1},
    {"Gather", 0, 0},
    {"GatherNd", 0, 0},
    {"GatherV2", 0, 0},
    {"Max", 0, 0},
    {"Mean", 0, 0},
    {"Min", 0, 0},
    {"MirrorPad", 0, 0},
    {"OneHot", 2, 3},
    {"Pad", 0, 0},
    {"Prod", 0, 0},
    {"Reshape", 0, 0},
    {"ResourceGather", 0, 0},
    {"Reverse", 0, 0},
    {"ReverseV2", 0, 0},
    {"Roll", 0, 0},
    {"ScatterNd", 1, 1},
    {"SegmentMean", 0, 0},
    {"SegmentSum", 0, 0},
    {"Select", 1, 2},
    {"SelectV2", 1, 2},
    {"Slice", 0, 0},
    {"SparseToDense", 2, 3},
    {"Split", 1, 1},
    {"SplitV", 0, 0},
    {"StridedSlice", 0, 0},
    {"StridedSliceGrad", 4, 4},
    {"Sum", 0, 0},
    {"TensorArrayGatherV3", 2, 2},
    {"TensorArrayReadV3", 2, 2},
    {"TensorArrayScatterV3", 2, 3},
    {"TensorArraySplitV3", 1, 3},
    {"TensorArrayWriteV3", 2, 3},
    {"TensorListConcat", 0, 0},
    {"TensorListConcatV2", 0, 0},
    {"TensorListFromTensor", 0, 0},
    {"TensorListGather", 0, 0},
    {"TensorListGetItem", 0, 0},
    {"TensorListPopBack", 0, 0},
    {"TensorListResize", 0, 0},
    {"TensorListScatter", 0, 0},
    {"TensorListScatterIntoExistingList", 0, 1},
    {"TensorListScatterV2", 0, 0},
    {"TensorListSplit", 0, 0},
    {"TensorListStack", 0, 0},
    {"TensorScatterUpdate", 0, 0},
    {"Tile", 0, 0},
    {"TopK", 0, 0},
    {"TopKV2", 0, 0},
    {"Transpose", 0, 0},
    {"UnsortedSegmentSum", 0, 0},
};
static_assert(std::ranges::is_sorted(kValueInputs, {}, &ValueInputs::type));

// What a generator reads are the shape and the seed of what it makes.
bool IsRandom(std::string_view type) {
  for (const std::string_view start : {"Stateless", "Stateful"}) {
    if (type.starts_with(start)) type.remove_prefix(start.size());
  }
  return type.starts_with("Random") || type.starts_with("TruncatedNormal") ||
         type.starts_with("ParameterizedTruncatedNormal") || type.starts_with("Multinomial");
}

}  // namespace

bool IsValueInput(std::string_view op_type, size_t input, size_t inputs) {
  if (IsRandom(op_type)) return false;
  const auto found = std::ranges::lower_bound(kValueInputs, op_type, {}, &ValueInputs::type);
  if (found == std::end(kValueInputs) || found->type != op_type) return true;
  const auto from_end = [&](int at) { return at < 0 ? at + static_cast<int>(inputs) : at; };
  const int at = static_cast<int>(input);
  return from_end(found->first) <= at && at <= from_end(found->last);
}

}  // namespace tdbg::frameworks::tensorflow
