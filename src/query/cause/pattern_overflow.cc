#include <cmath>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

std::optional<Pattern> OverflowOf(const OpCase& op) {
  switch (op.calculation()) {
    case Calculation::kExp:
    case Calculation::kExpm1:
    case Calculation::kSinh:
    case Calculation::kCosh:
      return Pattern::kExpOverflow;
    case Calculation::kCast:
      return Pattern::kCastOverflow;
    case Calculation::kAdd:
    case Calculation::kSubtract:
    case Calculation::kSum:
    case Calculation::kMatrixProduct:
    case Calculation::kOtherSums:
      return Pattern::kSumOverflow;
    case Calculation::kMean:
      return Pattern::kMeanOverflow;
    case Calculation::kMultiply:
    case Calculation::kSquare:
    case Calculation::kSquaredDifference:
    case Calculation::kPower:
    case Calculation::kProduct:
    case Calculation::kDivide:
    case Calculation::kXdivy:
    case Calculation::kReciprocal:
    case Calculation::kRsqrt:
    case Calculation::kSqrtGradient:
    case Calculation::kRsqrtGradient:
    case Calculation::kReciprocalGradient:
      return Pattern::kProductOverflow;
    default:
      return std::nullopt;
  }
}

}  // namespace

// A mean of numbers that their type can hold can be held as well: what overflows is the sum.
std::optional<NamedCause> OverflowPattern(const TracedOp& op, const Cause& cause) {
  if (cause.number && !std::isfinite(*cause.number)) return std::nullopt;
  const auto pattern = OverflowOf(op.op());
  return pattern ? std::optional(NamedCause{*pattern, ""}) : std::nullopt;
}

}  // namespace tdbg::query
