#include "frameworks/tensorflow/calculations.h"

#include <algorithm>
#include <iterator>

namespace tdbg::frameworks::tensorflow {
namespace {

using enum Calculation;

struct CalculationRow {
  std::string_view op_type;
  Calculation calculation;
};

// Sorted by type.
constexpr CalculationRow kCalculations[] = {
    {"Abs", kMagnitude},
    {"AccumulateNV2", kOtherSums},
    {"Acos", kAcos},
    {"Acosh", kAcosh},
    {"Add", kAdd},
    {"AddN", kOtherSums},
    {"AddV2", kAdd},
    {"Asin", kAsin},
    {"Asinh", kAsinh},
    {"Atan", kAtan},
    {"Atanh", kAtanh},
    {"AvgPool", kOtherSums},
    {"BatchMatMul", kMatrixProduct},
    {"BatchMatMulV2", kMatrixProduct},
    {"BatchMatMulV3", kMatrixProduct},
    {"BatchMatrixInverse", kInverse},
    {"BatchMatrixSolve", kInverse},
    {"BiasAdd", kAdd},
    {"BiasAddGrad", kOtherSums},
    {"Cast", kCast},
    {"Ceil", kCeil},
    {"Cholesky", kCholesky},
    {"Conv1D", kOtherSums},
    {"Conv2D", kOtherSums},
    {"Conv2DBackpropFilter", kOtherSums},
    {"Conv2DBackpropInput", kOtherSums},
    {"Conv3D", kOtherSums},
    {"Conv3DBackpropFilterV2", kOtherSums},
    {"Conv3DBackpropInputV2", kOtherSums},
    {"Cos", kCos},
    {"Cosh", kCosh},
    {"Cumprod", kCumulativeProduct},
    {"Cumsum", kCumulativeSum},
    {"DepthwiseConv2dNative", kOtherSums},
    {"DepthwiseConv2dNativeBackpropFilter", kOtherSums},
    {"DepthwiseConv2dNativeBackpropInput", kOtherSums},
    {"Digamma", kDigamma},
    {"Div", kDivide},
    {"Einsum", kOtherSums},
    {"Elu", kElu},
    {"Erfinv", kErfinv},
    {"Exp", kExp},
    {"ExpandDims", kReshape},
    {"Expm1", kExpm1},
    {"Floor", kFloor},
    {"FloorDiv", kDivide},
    {"FloorMod", kModulo},
    {"Gather", kGather},
    {"GatherV2", kGather},
    {"Inv", kReciprocal},
    {"InvGrad", kReciprocalGradient},
    {"L2Loss", kOtherSums},
    {"Lgamma", kLgamma},
    {"Log", kLog},
    {"Log1p", kLog1p},
    {"LogSoftmax", kLogSoftmax},
    {"MatMul", kMatrixProduct},
    {"MatrixInverse", kInverse},
    {"MatrixSolve", kInverse},
    {"MatrixTriangularSolve", kInverse},
    {"Max", kMax},
    {"Maximum", kMaximum},
    {"Mean", kMean},
    {"Min", kMin},
    {"Minimum", kMinimum},
    {"Mod", kModulo},
    {"Mul", kMultiply},
    {"Ndtri", kNdtri},
    {"Neg", kNegative},
    {"Pow", kPower},
    {"Prod", kProduct},
    {"RealDiv", kDivide},
    {"Reciprocal", kReciprocal},
    {"ReciprocalGrad", kReciprocalGradient},
    {"Relu", kRelu},
    {"Relu6", kRelu6},
    {"Reshape", kReshape},
    {"ResourceGather", kGather},
    {"Rint", kRound},
    {"Round", kRound},
    {"Rsqrt", kRsqrt},
    {"RsqrtGrad", kRsqrtGradient},
    {"SegmentSum", kOtherSums},
    {"Select", kSelect},
    {"SelectV2", kSelect},
    {"Selu", kSelu},
    {"Sigmoid", kSigmoid},
    {"SigmoidGrad", kSigmoidGradient},
    {"Sin", kSin},
    {"Sinh", kSinh},
    {"Softmax", kSoftmax},
    {"SparseMatMul", kOtherSums},
    {"SparseSoftmaxCrossEntropyWithLogits", kClassLoss},
    {"Sqrt", kSqrt},
    {"SqrtGrad", kSqrtGradient},
    {"Square", kSquare},
    {"SquaredDifference", kSquaredDifference},
    {"Squeeze", kReshape},
    {"Sub", kSubtract},
    {"Sum", kSum},
    {"Tan", kTan},
    {"Tanh", kTanh},
    {"TanhGrad", kTanhGradient},
    {"TruncateDiv", kDivide},
    {"TruncateMod", kModulo},
    {"UnsortedSegmentSum", kOtherSums},
    {"Xdivy", kXdivy},
    {"Xlogy", kXlogy},
};
static_assert(std::ranges::is_sorted(kCalculations, {}, &CalculationRow::op_type));

}  // namespace

Calculation CalculationOf(std::string_view op_type) {
  const auto found = std::ranges::lower_bound(kCalculations, op_type, {}, &CalculationRow::op_type);
  return found != std::end(kCalculations) && found->op_type == op_type ? found->calculation
                                                                       : kOther;
}

}  // namespace tdbg::frameworks::tensorflow
