#include "query/cause/pattern.h"

#include <algorithm>
#include <iterator>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

struct Name {
  Pattern pattern;
  std::string_view name;
};

constexpr Name kNames[] = {
    {Pattern::kLogOfZero, "log-of-zero"},
    {Pattern::kLogOfNegative, "log-of-negative"},
    {Pattern::kSoftmaxUnderflow, "softmax-underflow"},
    {Pattern::kSaturatedSigmoid, "saturated-sigmoid"},
    {Pattern::kSqrtOfNegative, "sqrt-of-negative"},
    {Pattern::kNegativeVariance, "negative-variance"},
    {Pattern::kNegativeByRounding, "negative-by-rounding"},
    {Pattern::kSqrtGradientAtZero, "sqrt-gradient-at-zero"},
    {Pattern::kNormGradientAtZero, "norm-gradient-at-zero"},
    {Pattern::kPowGradientAtZero, "pow-gradient-at-zero"},
    {Pattern::kEdgeGradient, "edge-gradient"},
    {Pattern::kWhereTrap, "where-trap"},
    {Pattern::kZeroTimesInfinity, "zero-times-infinity"},
    {Pattern::kInfinityMinusInfinity, "infinity-minus-infinity"},
    {Pattern::kInfinityOverInfinity, "infinity-over-infinity"},
    {Pattern::kZeroOverZero, "zero-over-zero"},
    {Pattern::kDivisionByZero, "division-by-zero"},
    {Pattern::kDivisionByZeroCount, "division-by-zero-count"},
    {Pattern::kNormalisedZeroVector, "normalised-zero-vector"},
    {Pattern::kZeroSpread, "zero-spread"},
    {Pattern::kMeanOfNothing, "mean-of-nothing"},
    {Pattern::kMaskedRow, "masked-row"},
    {Pattern::kInfiniteLogit, "infinite-logit"},
    {Pattern::kExpOverflow, "exp-overflow"},
    {Pattern::kCastOverflow, "cast-overflow"},
    {Pattern::kCastToInt, "cast-to-int"},
    {Pattern::kSumOverflow, "sum-overflow"},
    {Pattern::kMeanOverflow, "mean-overflow"},
    {Pattern::kProductOverflow, "product-overflow"},
    {Pattern::kUnderflowToZero, "underflow-to-zero"},
    {Pattern::kAbsorbedEpsilon, "absorbed-epsilon"},
    {Pattern::kOutOfDomain, "out-of-domain"},
    {Pattern::kNotPositiveDefinite, "not-positive-definite"},
    {Pattern::kSingularMatrix, "singular-matrix"},
    {Pattern::kBadData, "bad-data"},
    {Pattern::kBadConstant, "bad-constant"},
    {Pattern::kBadVariable, "bad-variable"},
    {Pattern::kIndexOutOfRange, "index-out-of-range"},
    {Pattern::kLabelOutOfRange, "label-out-of-range"},
};

std::optional<NamedCause> OfNothing(const TracedOp& op) {
  const KnownTensor* read = op.op().input(0);
  if (read == nullptr || read->num_elements() != 0) return std::nullopt;
  switch (op.calculation()) {
    case Calculation::kMean:
    case Calculation::kMax:
    case Calculation::kMin:
      return NamedCause{Pattern::kMeanOfNothing, ""};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string_view PatternName(Pattern pattern) {
  return std::ranges::find(kNames, pattern, &Name::pattern)->name;
}

bool IsOverflow(Pattern pattern) {
  switch (pattern) {
    case Pattern::kExpOverflow:
    case Pattern::kCastOverflow:
    case Pattern::kSumOverflow:
    case Pattern::kMeanOverflow:
    case Pattern::kProductOverflow:
      return true;
    default:
      return false;
  }
}

std::optional<NamedCause> NameCause(const TracedOp& op, const std::optional<Cause>& cause) {
  if (auto named = OfNothing(op)) return named;
  if (auto named = InfinityPattern(op)) return named;
  if (!cause) return std::nullopt;
  if (op.calculation() == Calculation::kCholesky) {
    return NamedCause{Pattern::kNotPositiveDefinite, ""};
  }
  if (auto named = PolePattern(op, *cause)) return named;
  return OverflowPattern(op, *cause);
}

}  // namespace tdbg::query
