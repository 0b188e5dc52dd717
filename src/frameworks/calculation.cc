#include "frameworks/calculation.h"

#include <algorithm>
#include <iterator>

namespace tdbg::frameworks {
namespace {

using enum Calculation;

struct Properties {
  Calculation calculation;
  Overflow overflow = Overflow::kNever;
  bool has_edge = false;  // a pole, or numbers for which it is not defined
};

// Those that are not listed have no edge and make nothing large.
constexpr Properties kProperties[] = {
    {kLog, Overflow::kNever, true},
    {kLog1p, Overflow::kNever, true},
    {kExp, Overflow::kExponential},
    {kExpm1, Overflow::kExponential},
    {kSinh, Overflow::kExponential},
    {kCosh, Overflow::kExponential},
    {kSqrt, Overflow::kNever, true},
    {kRsqrt, Overflow::kQuotient, true},
    {kReciprocal, Overflow::kQuotient, true},
    {kSquare, Overflow::kProduct},
    {kCast, Overflow::kNarrowing},
    {kAcos, Overflow::kNever, true},
    {kAsin, Overflow::kNever, true},
    {kAcosh, Overflow::kNever, true},
    {kAtanh, Overflow::kNever, true},
    {kLgamma, Overflow::kNever, true},
    {kDigamma, Overflow::kNever, true},
    {kErfinv, Overflow::kNever, true},
    {kNdtri, Overflow::kNever, true},
    {kAdd, Overflow::kSum},
    {kSubtract, Overflow::kSum},
    {kMultiply, Overflow::kProduct},
    {kDivide, Overflow::kQuotient, true},
    {kModulo, Overflow::kNever, true},
    {kXlogy, Overflow::kNever, true},
    {kXdivy, Overflow::kQuotient, true},
    {kPower, Overflow::kProduct, true},
    {kSquaredDifference, Overflow::kProduct},
    {kSqrtGradient, Overflow::kQuotient, true},
    {kRsqrtGradient, Overflow::kQuotient},
    {kReciprocalGradient, Overflow::kQuotient},
    {kSum, Overflow::kSum},
    {kMean, Overflow::kMean},
    {kProduct, Overflow::kProduct},
    {kCumulativeSum, Overflow::kSum},
    {kCumulativeProduct, Overflow::kProduct},
    {kMatrixProduct, Overflow::kSum},
    {kOtherSums, Overflow::kSum},
    {kCholesky, Overflow::kNever, true},
    {kInverse, Overflow::kNever, true},
};

Properties Of(Calculation calculation) {
  const auto found = std::ranges::find(kProperties, calculation, &Properties::calculation);
  return found != std::end(kProperties) ? *found : Properties{calculation};
}

}  // namespace

Overflow OverflowOf(Calculation calculation) { return Of(calculation).overflow; }

bool MakesBadOfGood(Calculation calculation) {
  const Properties known = Of(calculation);
  return known.has_edge || known.overflow == Overflow::kExponential ||
         known.overflow == Overflow::kNarrowing;
}

}  // namespace tdbg::frameworks
