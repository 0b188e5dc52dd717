#include "frameworks/tensorflow/op_growth.h"

#include <algorithm>
#include <iterator>

#include "frameworks/tensorflow/op_names.h"
#include "tdbg/capture.h"

namespace tdbg::frameworks::tensorflow {
namespace {

struct Growth {
  std::string_view type;
  uint32_t growth;
};

// Sorted by type. Copies and selections are sums of one term. A mean adds up before it divides.
// Fused ops end in activations, none of which exceeds what it is given, or 1; the adapter sees to
// the one whose slope may be steeper (tdbg_kernel_origin::amplifies).
constexpr Growth kGrowths[] = {
    {"Abs", TDBG_GROWS_LIKE_SUM},
    {"Add", TDBG_GROWS_LIKE_SUM},
    {"AddN", TDBG_GROWS_LIKE_SUM},
    {"AddV2", TDBG_GROWS_LIKE_SUM},
    {"AvgPool", TDBG_GROWS_LIKE_TOTAL},
    {"AvgPoolGrad", TDBG_GROWS_LIKE_TOTAL},
    {"BatchMatMul", TDBG_GROWS_LIKE_DOT},
    {"BatchMatMulV2", TDBG_GROWS_LIKE_DOT},
    {"BiasAdd", TDBG_GROWS_LIKE_SUM},
    {"BiasAddGrad", TDBG_GROWS_LIKE_TOTAL},
    {"BroadcastTo", TDBG_GROWS_LIKE_SUM},
    {"Concat", TDBG_GROWS_LIKE_SUM},
    {"ConcatV2", TDBG_GROWS_LIKE_SUM},
    {"Conv2D", TDBG_GROWS_LIKE_DOT},
    {"Conv2DBackpropFilter", TDBG_GROWS_LIKE_DOT},
    {"Conv2DBackpropInput", TDBG_GROWS_LIKE_DOT},
    {"Conv3D", TDBG_GROWS_LIKE_DOT},
    {"Cumsum", TDBG_GROWS_LIKE_TOTAL},
    {"DepthToSpace", TDBG_GROWS_LIKE_SUM},
    {"DepthwiseConv2dNative", TDBG_GROWS_LIKE_DOT},
    {"DepthwiseConv2dNativeBackpropFilter", TDBG_GROWS_LIKE_DOT},
    {"DepthwiseConv2dNativeBackpropInput", TDBG_GROWS_LIKE_DOT},
    {"EnsureShape", TDBG_GROWS_LIKE_SUM},
    {"ExpandDims", TDBG_GROWS_LIKE_SUM},
    {"Gather", TDBG_GROWS_LIKE_SUM},
    {"GatherNd", TDBG_GROWS_LIKE_SUM},
    {"GatherV2", TDBG_GROWS_LIKE_SUM},
    {"MatMul", TDBG_GROWS_LIKE_DOT},
    {"Max", TDBG_GROWS_LIKE_SUM},
    {"MaxPool", TDBG_GROWS_LIKE_SUM},
    {"MaxPoolGrad", TDBG_GROWS_LIKE_TOTAL},
    {"MaxPoolV2", TDBG_GROWS_LIKE_SUM},
    {"Maximum", TDBG_GROWS_LIKE_SUM},
    {"Mean", TDBG_GROWS_LIKE_TOTAL},
    {"Min", TDBG_GROWS_LIKE_SUM},
    {"Minimum", TDBG_GROWS_LIKE_SUM},
    {"MirrorPad", TDBG_GROWS_LIKE_SUM},
    {"Mul", TDBG_GROWS_LIKE_PRODUCT},
    {"MulNoNan", TDBG_GROWS_LIKE_PRODUCT},
    {"Neg", TDBG_GROWS_LIKE_SUM},
    {"Pack", TDBG_GROWS_LIKE_SUM},
    {"Pad", TDBG_GROWS_LIKE_SUM},
    {"PadV2", TDBG_GROWS_LIKE_SUM},
    {"Relu", TDBG_GROWS_LIKE_SUM},
    {"Relu6", TDBG_GROWS_LIKE_SUM},
    {"Relu6Grad", TDBG_GROWS_LIKE_SUM},
    {"ReluGrad", TDBG_GROWS_LIKE_SUM},
    {"Reshape", TDBG_GROWS_LIKE_SUM},
    {"Reverse", TDBG_GROWS_LIKE_SUM},
    {"ReverseV2", TDBG_GROWS_LIKE_SUM},
    {"Roll", TDBG_GROWS_LIKE_SUM},
    {"SegmentSum", TDBG_GROWS_LIKE_TOTAL},
    {"Select", TDBG_GROWS_LIKE_SUM},
    {"SelectV2", TDBG_GROWS_LIKE_SUM},
    {"Slice", TDBG_GROWS_LIKE_SUM},
    {"Snapshot", TDBG_GROWS_LIKE_SUM},
    {"SpaceToDepth", TDBG_GROWS_LIKE_SUM},
    {"Split", TDBG_GROWS_LIKE_SUM},
    {"SplitV", TDBG_GROWS_LIKE_SUM},
    {"Square", TDBG_GROWS_LIKE_SQUARE},
    {"SquaredDifference", TDBG_GROWS_LIKE_SQUARE},
    {"Squeeze", TDBG_GROWS_LIKE_SUM},
    {"StridedSlice", TDBG_GROWS_LIKE_SUM},
    {"Sub", TDBG_GROWS_LIKE_SUM},
    {"Sum", TDBG_GROWS_LIKE_TOTAL},
    {"Tile", TDBG_GROWS_LIKE_SUM},
    {"Transpose", TDBG_GROWS_LIKE_SUM},
    {"Unpack", TDBG_GROWS_LIKE_SUM},
    {"UnsortedSegmentSum", TDBG_GROWS_LIKE_TOTAL},
    {"ZerosLike", TDBG_GROWS_LIKE_SUM},
    {"_FusedConv2D", TDBG_GROWS_LIKE_DOT},
    {"_FusedMatMul", TDBG_GROWS_LIKE_DOT},
    {"_MklFusedMatMul", TDBG_GROWS_LIKE_DOT},
    {"_MklNativeFusedConv2D", TDBG_GROWS_LIKE_DOT},
    {"_MklNativeFusedMatMul", TDBG_GROWS_LIKE_DOT},
};
static_assert(std::ranges::is_sorted(kGrowths, {}, &Growth::type));

}  // namespace

uint32_t GrowthOfOp(std::string_view type) {
  // oneDNN's convolutions in a layout of its own have another output, which is no product.
  const bool own_layout = type.starts_with("_Mkl") && !type.starts_with("_MklNative");
  if (own_layout && type.find("Conv") != std::string_view::npos) return TDBG_GROWS_FREELY;
  type = UsersType(type);
  const auto found = std::ranges::lower_bound(kGrowths, type, {}, &Growth::type);
  return found != std::end(kGrowths) && found->type == type ? found->growth
                                                            : uint32_t{TDBG_GROWS_FREELY};
}

}  // namespace tdbg::frameworks::tensorflow
