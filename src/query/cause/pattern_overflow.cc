#include <cmath>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Overflow;

std::optional<Pattern> PatternOf(Overflow overflow) {
  switch (overflow) {
    case Overflow::kExponential:
      return Pattern::kExpOverflow;
    case Overflow::kNarrowing:
      return Pattern::kCastOverflow;
    case Overflow::kSum:
      return Pattern::kSumOverflow;
    case Overflow::kMean:
      return Pattern::kMeanOverflow;
    case Overflow::kProduct:
    case Overflow::kQuotient:
      return Pattern::kProductOverflow;
    case Overflow::kNever:
      break;
  }
  return std::nullopt;
}

}  // namespace

// A mean of numbers that their type can hold can be held as well: what overflows is the sum.
std::optional<NamedCause> OverflowPattern(const TracedOp& op, const Cause& cause) {
  if (cause.number && !std::isfinite(*cause.number)) return std::nullopt;
  const auto pattern = PatternOf(frameworks::OverflowOf(op.calculation()));
  return pattern ? std::optional(NamedCause{*pattern, ""}) : std::nullopt;
}

}  // namespace tdbg::query
