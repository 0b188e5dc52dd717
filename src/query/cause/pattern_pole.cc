#include <algorithm>
#include <cmath>
#include <limits>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

Named Only(Pattern pattern) { return NamedCause{pattern, ""}; }

// Names that speak of a division: of no use where a logarithm was taken.
bool IsOfDivision(Pattern pattern) {
  return pattern == Pattern::kNormalisedZeroVector || pattern == Pattern::kZeroSpread ||
         pattern == Pattern::kDivisionByZeroCount;
}

// The number that explains the result, what was made of it, and who made it.
struct Critical {
  const TracedOp& op;
  size_t input;
  double number;
  const TracedOp* maker;
};

// Processors flush what is subnormal to them. Half precision is computed in single, where what is
// subnormal in half is an ordinary number.
bool IsZero(const Critical& at) {
  const auto limits = LimitsOf(at.op.op().inputs[at.input].dtype());
  const double flushed =
      limits ? std::min<double>(limits->smallest_normal, std::numeric_limits<float>::min()) : 0;
  return at.number == 0 || std::fabs(at.number) < flushed;
}

Named NegativeOr(const Critical& at, Pattern otherwise) {
  if (auto named = NegativePattern(at.maker)) return named;
  return Only(otherwise);
}

Named LogPattern(const Critical& at) {
  if (at.number < 0 && !IsZero(at)) return NegativeOr(at, Pattern::kLogOfNegative);
  if (!IsZero(at)) return std::nullopt;
  if (auto named = ZeroPattern(at.maker); named && !IsOfDivision(named->pattern)) return named;
  return Only(Pattern::kLogOfZero);
}

Named Log1pPattern(const Critical& at) {
  if (at.number < -1) return Only(Pattern::kLogOfNegative);
  if (at.number != -1) return std::nullopt;
  if (auto named = OnePattern(at.maker)) return named;
  return Only(Pattern::kLogOfZero);
}

// Whether what is divided is a sum of products with the same weights as the sum it is divided by.
bool IsWeightedMean(const TracedOp& division) {
  const TracedOp* above = BehindReshapes(division.Maker(0));
  const TracedOp* below = BehindReshapes(division.Maker(1));
  for (const TracedOp* sum : {above, below}) {
    if (sum == nullptr || sum->calculation() != Calculation::kSum) return false;
  }
  const TracedOp* product = BehindReshapes(above->MakerOf(0, {}, {}));
  const auto weights = below->TensorId(0);
  return product != nullptr && product->calculation() == Calculation::kMultiply && weights &&
         (product->TensorId(0) == weights || product->TensorId(1) == weights);
}

// Of what is only there to be a gradient: the slope of what the program computes.
Named SlopePattern(const Critical& at) {
  switch (at.op.Forward().value_or(Calculation::kOther)) {
    case Calculation::kPower:
      return NamedCause{Pattern::kPowGradientAtZero,
                        "It is the slope of a power below 1, which is infinite at 0."};
    case Calculation::kSqrt:
      return NamedCause{Pattern::kSqrtGradientAtZero,
                        "It is the slope of a root, which is infinite at 0."};
    case Calculation::kAcos:
    case Calculation::kAsin:
    case Calculation::kAtanh:
      return NamedCause{Pattern::kEdgeGradient,
                        "It is the slope of a function that ends at −1 and 1, where the slope is "
                        "infinite."};
    case Calculation::kAcosh:
      return NamedCause{
          Pattern::kEdgeGradient,
          "It is the slope of acosh, which begins at 1, where the slope is infinite."};
    default:
      return std::nullopt;
  }
}

Named DivisorPattern(const Critical& at, Pattern otherwise) {
  if (auto named = SlopePattern(at)) return named;
  if (auto named = ZeroPattern(at.maker)) return named;
  return Only(otherwise);
}

Named DivisionPattern(const Critical& at) {
  if (!IsZero(at)) return std::nullopt;
  if (at.input == 1 && IsWeightedMean(at.op)) {
    return NamedCause{Pattern::kDivisionByZeroCount,
                      "It is a weighted mean, and the weights add up to 0."};
  }
  const auto above = at.op.NumberRead(0);
  const auto made = at.op.number();
  const bool zero = above ? *above == 0 : made && std::isnan(*made);
  return DivisorPattern(at, zero ? Pattern::kZeroOverZero : Pattern::kDivisionByZero);
}

Named PowerPattern(const Critical& at) {
  const auto exponent = at.op.NumberRead(1);
  if (!exponent) return std::nullopt;
  if (at.number < 0 && *exponent != std::floor(*exponent)) {
    return std::fabs(*exponent) == 0.5 ? NegativeOr(at, Pattern::kSqrtOfNegative)
                                       : Only(Pattern::kOutOfDomain);
  }
  if (!IsZero(at) || *exponent >= 0) return std::nullopt;
  return DivisorPattern(at, Pattern::kDivisionByZero);
}

// The gradient of a root reads what the root made.
Named RootGradientPattern(const Critical& at) {
  if (at.number != 0) return std::nullopt;
  const bool root = at.maker != nullptr && at.maker->calculation() == Calculation::kSqrt;
  const TracedOp* under = root ? BehindReshapes(at.maker->Maker(0, 0.0)) : nullptr;
  return Only(IsSumOfSquares(under) ? Pattern::kNormGradientAtZero : Pattern::kSqrtGradientAtZero);
}

Named ReciprocalPattern(const Critical& at) {
  if (!IsZero(at)) return std::nullopt;
  const auto forward = at.op.Forward();
  if (forward == Calculation::kLog || forward == Calculation::kXlogy) return LogPattern(at);
  return DivisorPattern(at, Pattern::kDivisionByZero);
}

Named OutOfDomain(const Critical& at) {
  const double x = at.number;
  switch (at.op.calculation()) {
    case Calculation::kAcos:
    case Calculation::kAsin:
      return std::fabs(x) > 1 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    case Calculation::kAtanh:
      return std::fabs(x) >= 1 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    case Calculation::kAcosh:
      return x < 1 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    case Calculation::kErfinv:
      return std::fabs(x) >= 1 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    case Calculation::kNdtri:
      return x <= 0 || x >= 1 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    case Calculation::kLgamma:
    case Calculation::kDigamma:
      return x <= 0 ? Only(Pattern::kOutOfDomain) : std::nullopt;
    default:
      return std::nullopt;
  }
}

Named PatternAt(const Critical& at) {
  switch (at.op.calculation()) {
    case Calculation::kLog:
    case Calculation::kXlogy:
      return LogPattern(at);
    case Calculation::kLog1p:
      return Log1pPattern(at);
    case Calculation::kSqrt:
      return at.number < 0 ? NegativeOr(at, Pattern::kSqrtOfNegative) : std::nullopt;
    case Calculation::kRsqrt:
      if (at.number < 0 && !IsZero(at)) return NegativeOr(at, Pattern::kSqrtOfNegative);
      return IsZero(at) ? DivisorPattern(at, Pattern::kDivisionByZero) : std::nullopt;
    case Calculation::kReciprocal:
      return ReciprocalPattern(at);
    case Calculation::kDivide:
    case Calculation::kXdivy:
    case Calculation::kModulo:
      return DivisionPattern(at);
    case Calculation::kPower:
      return PowerPattern(at);
    case Calculation::kSqrtGradient:
      return RootGradientPattern(at);
    default:
      return OutOfDomain(at);
  }
}

}  // namespace

std::optional<NamedCause> PolePattern(const TracedOp& op, const Cause& cause) {
  if (!cause.input || !cause.number || *cause.input >= op.op().inputs.size()) return std::nullopt;
  return PatternAt(
      {op, *cause.input, *cause.number, op.MakerOf(*cause.input, cause.element, *cause.number)});
}

}  // namespace tdbg::query
