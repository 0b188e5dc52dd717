#include "frameworks/tensorflow/bad_number_paths.h"

#include <algorithm>
#include <iterator>

namespace tdbg::frameworks::tensorflow {
namespace {

using enum BadNumber;

constexpr BadNumbers kInfinities = BadNumbers(kNegInf) | kPosInf;
constexpr BadNumbers kAnything = BadNumbers::All();

enum class Sign : uint8_t { kKept, kTurned, kUnknown };

struct PathRow {
  std::string_view op_type;
  BadNumbers lost;  // it may make finite numbers of these, or leave them out
  Sign sign = Sign::kKept;
};

// Sorted by type. An op that is not listed makes something bad of whatever is bad, of either sign:
// a product, a convolution.
constexpr PathRow kPaths[] = {
    {"Add", {}},
    {"AddN", {}},
    {"AddV2", {}},
    {"Atan", kInfinities},
    {"Atan2", kInfinities},
    {"BatchMatrixBandPart", kAnything},
    {"BiasAdd", {}},
    {"BroadcastTo", {}},
    {"CTCBeamSearchDecoder", kAnything},
    {"CTCGreedyDecoder", kAnything},
    {"CTCLoss", kAnything},
    {"CTCLossV2", kAnything},
    {"Cast", {}},
    {"Ceil", {}},
    {"CheckNumerics", {}},
    {"ClipByValue", kInfinities},
    {"Concat", {}},
    {"ConcatV2", {}},
    {"Copy", {}},
    {"Cumsum", {}},
    {"DataFormatVecPermute", {}},
    {"DeepCopy", {}},
    {"DenseBincount", kAnything},
    {"Diag", {}},
    {"DiagPart", kAnything},
    {"DivNoNan", kAnything},
    {"DynamicPartition", kAnything},
    {"DynamicStitch", {}},
    {"EagerPyFunc", kAnything},
    {"Elu", kNegInf},
    {"EnsureShape", {}},
    {"Erf", kInfinities},
    {"Erfc", kInfinities},
    {"Exp", kNegInf},
    {"ExpandDims", {}},
    {"Expm1", kNegInf},
    {"FakeQuantWithMinMaxArgs", kAnything},
    {"FakeQuantWithMinMaxVars", kAnything},
    {"Fill", {}},
    {"Floor", {}},
    {"Gather", kAnything},
    {"GatherNd", kAnything},
    {"GatherV2", kAnything},
    {"Gelu", kNegInf},
    {"HistogramFixedWidth", kAnything},
    {"IdentityN", {}},
    {"LeakyRelu", {}},
    {"Log", {}},
    {"Log1p", {}},
    {"LogSoftmax", {}},
    {"LowerBound", kAnything},
    {"MatrixBandPart", kAnything},
    {"MatrixDiag", {}},
    {"MatrixDiagPart", kAnything},
    {"MatrixDiagPartV2", kAnything},
    {"MatrixDiagPartV3", kAnything},
    {"MatrixDiagV2", {}},
    {"MatrixDiagV3", {}},
    {"MatrixSetDiag", kAnything},
    {"MatrixSetDiagV2", kAnything},
    {"MatrixSetDiagV3", kAnything},
    {"Max", kNegInf},
    {"MaxPool", kNegInf},
    {"MaxPool3D", kNegInf},
    {"MaxPoolGrad", kAnything},
    {"MaxPoolV2", kNegInf},
    {"Maximum", BadNumbers(kNan) | kNegInf},
    {"Mean", {}},
    {"Min", kPosInf},
    {"Minimum", BadNumbers(kNan) | kPosInf},
    {"MirrorPad", {}},
    {"MulNoNan", kAnything},
    {"Multinomial", kAnything},
    {"Neg", {}, Sign::kTurned},
    {"NonMaxSuppressionV3", kAnything},
    {"NonMaxSuppressionV4", kAnything},
    {"NonMaxSuppressionV5", kAnything},
    {"NthElement", kAnything},
    {"Pack", {}},
    {"Pad", {}},
    {"PadV2", {}},
    {"ParallelDynamicStitch", {}},
    {"Pow", kInfinities},
    {"PyFunc", kAnything},
    {"PyFuncStateless", kAnything},
    {"Quantize", kAnything},
    {"RaggedGather", kAnything},
    {"RandomShuffle", {}},
    {"Reciprocal", kInfinities},
    {"Relu", kNegInf},
    {"Relu6", kInfinities},
    {"Relu6Grad", kAnything},
    {"ReluGrad", kAnything},
    {"Reshape", {}},
    {"ResourceGather", kAnything},
    {"ResourceGatherNd", kAnything},
    {"Reverse", {}},
    {"ReverseSequence", {}},
    {"ReverseV2", {}},
    {"Rint", {}},
    {"Roll", {}},
    {"Round", {}},
    {"Rsqrt", kInfinities},
    {"ScatterNd", {}},
    {"SegmentMax", kNegInf},
    {"SegmentMaxV2", kNegInf},
    {"SegmentMin", kPosInf},
    {"SegmentMinV2", kPosInf},
    {"Select", kAnything},
    {"SelectV2", kAnything},
    {"Selu", kNegInf},
    {"Sigmoid", kInfinities},
    {"Sign", kInfinities},
    {"Slice", kAnything},
    {"Snapshot", {}},
    {"Softmax", kNegInf},
    {"Softplus", kNegInf},
    {"Softsign", kInfinities},
    {"SparseSoftmaxCrossEntropyWithLogits", kNegInf},
    {"Split", kAnything},
    {"SplitV", kAnything},
    {"Sqrt", {}},
    {"Squeeze", {}},
    {"StatelessMultinomial", kAnything},
    {"StridedSlice", kAnything},
    {"Sub", {}},
    {"Sum", {}},
    {"Tanh", kInfinities},
    {"TensorScatterMax", kAnything},
    {"TensorScatterMin", kAnything},
    {"TensorScatterUpdate", kAnything},
    {"Tile", {}},
    {"TopK", kAnything},
    {"TopKV2", kAnything},
    {"Transpose", {}},
    {"Unpack", kAnything},
    {"UnsortedSegmentMax", kNegInf},
    {"UnsortedSegmentMin", kPosInf},
    {"UpperBound", kAnything},
    {"Xdivy", kAnything},
    {"Xlog1py", kAnything},
    {"Xlogy", kAnything},
    {"_UnaryOpsComposition", kInfinities},
};
static_assert(std::ranges::is_sorted(kPaths, {}, &PathRow::op_type));

BadNumber Turned(BadNumber number) {
  return number == kNan ? kNan : number == kNegInf ? kPosInf : kNegInf;
}

bool Divides(std::string_view type) {
  return type == "Div" || type == "RealDiv" || type == "FloorDiv" || type == "TruncateDiv";
}

}  // namespace

BadNumbers MadeOf(std::string_view plain_type, size_t input, BadNumber number) {
  // What is divided by an infinity is 0.
  if (Divides(plain_type) && input == 1 && number != kNan) return {};
  if (plain_type == "Sub" && input == 1) return Turned(number);
  const auto row = std::ranges::lower_bound(kPaths, plain_type, {}, &PathRow::op_type);
  const bool listed = row != std::end(kPaths) && row->op_type == plain_type;
  if (listed && row->lost.Has(number)) return {};
  const Sign sign = listed ? row->sign : Sign::kUnknown;
  if (number == kNan || sign == Sign::kKept) return number;
  return sign == Sign::kTurned ? BadNumbers(Turned(number)) : kInfinities;
}

}  // namespace tdbg::frameworks::tensorflow
