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
    {"Atanh", kAtanh},
    {"AvgPool", kOtherSums},
    {"BatchMatMul", kMatrixProduct},
    {"BatchMatMulV2", kMatrixProduct},
    {"BatchMatMulV3", kMatrixProduct},
    {"BiasAdd", kAdd},
    {"BiasAddGrad", kOtherSums},
    {"Cast", kCast},
    {"Cholesky", kCholesky},
    {"Conv1D", kOtherSums},
    {"Conv2D", kOtherSums},
    {"Conv2DBackpropFilter", kOtherSums},
    {"Conv2DBackpropInput", kOtherSums},
    {"Conv3D", kOtherSums},
    {"Conv3DBackpropFilterV2", kOtherSums},
    {"Conv3DBackpropInputV2", kOtherSums},
    {"Cosh", kCosh},
    {"Cumprod", kOtherSums},
    {"Cumsum", kOtherSums},
    {"DepthwiseConv2dNative", kOtherSums},
    {"DepthwiseConv2dNativeBackpropFilter", kOtherSums},
    {"DepthwiseConv2dNativeBackpropInput", kOtherSums},
    {"Div", kDivide},
    {"Einsum", kOtherSums},
    {"Exp", kExp},
    {"Expm1", kExpm1},
    {"FloorDiv", kDivide},
    {"FloorMod", kModulo},
    {"Inv", kReciprocal},
    {"InvGrad", kReciprocalGradient},
    {"L2Loss", kOtherSums},
    {"Lgamma", kLgamma},
    {"Log", kLog},
    {"Log1p", kLog1p},
    {"LogSoftmax", kLogSoftmax},
    {"MatMul", kMatrixProduct},
    {"Max", kMax},
    {"Mean", kMean},
    {"Min", kMin},
    {"Mod", kModulo},
    {"Mul", kMultiply},
    {"Neg", kNegative},
    {"Pow", kPower},
    {"Prod", kProduct},
    {"RealDiv", kDivide},
    {"Reciprocal", kReciprocal},
    {"ReciprocalGrad", kReciprocalGradient},
    {"Relu", kRelu},
    {"Rsqrt", kRsqrt},
    {"RsqrtGrad", kRsqrtGradient},
    {"SegmentSum", kOtherSums},
    {"Select", kSelect},
    {"SelectV2", kSelect},
    {"Sigmoid", kSigmoid},
    {"SigmoidGrad", kSigmoidGradient},
    {"Sinh", kSinh},
    {"Softmax", kSoftmax},
    {"SparseMatMul", kOtherSums},
    {"Sqrt", kSqrt},
    {"SqrtGrad", kSqrtGradient},
    {"Square", kSquare},
    {"SquaredDifference", kSquaredDifference},
    {"Sub", kSubtract},
    {"Sum", kSum},
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
