#include <algorithm>
#include <array>
#include <cmath>

#include "query/cause/pattern_rules.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::BriefNumber;

// What processors make of a number that does not fit, or of NaN; the largest are told as doubles.
constexpr std::array<double, 4> kOfWhatDoesNotFit = {-2147483648.0, -9223372036854775808.0,
                                                     2147483647.0, 9223372036854775808.0};

// Whether an element is none that a whole number can hold.
bool HoldsNoInteger(const KnownTensor& numbers, double largest) {
  const store::Digest& known = numbers.digest;
  if (known.bad == true || known.min.value_or(0) < -largest || known.max.value_or(0) > largest)
    return true;
  const int64_t count = numbers.num_told();
  for (int64_t i = 0; i < count; ++i) {
    const auto number = numbers.At(i);
    if (number && !(std::fabs(*number) <= largest)) return true;
  }
  return false;
}

// The number at an input, or the least magnitude that its tensor has; 0 where neither is known.
double LeastMagnitude(const TracedOp& at, size_t input) {
  if (const auto number = at.NumberRead(input)) return std::fabs(*number);
  const KnownTensor* read = at.op().input(input);
  if (read == nullptr || read->digest.bad != false) return 0;
  const double min = read->digest.min.value_or(0);
  const double max = read->digest.max.value_or(0);
  return min > 0 ? min : max < 0 ? -max : 0;
}

// Whether the result of an addition says nothing, being made of numbers of that size: it is no more
// than a few of the steps in which they are rounded.
bool IsRoundedAway(const TracedOp& at, double size) {
  constexpr double kSteps = 16;
  const auto limits = LimitsOf(at.op().output.dtype());
  return limits && std::fabs(*at.number()) <= kSteps * std::ldexp(size, 1 - limits->digits);
}

// The largest magnitude that an input has; 0 where that is not known.
double LargestMagnitude(const TracedOp& at, size_t input) {
  const KnownTensor* read = at.op().input(input);
  if (read == nullptr || read->digest.bad != false) return 0;
  return std::max(std::fabs(read->digest.min.value_or(0)), std::fabs(read->digest.max.value_or(0)));
}

bool IsQuotient(const TracedOp* op) {
  if (op == nullptr) return false;
  return op->calculation() == Calculation::kDivide || op->calculation() == Calculation::kMultiply;
}

bool ReadOneTensor(const TracedOp& a, const TracedOp& b) {
  for (size_t i = 0; i < 2; ++i) {
    const auto id = a.TensorId(i);
    if (id && (b.TensorId(0) == id || b.TensorId(1) == id)) return true;
  }
  return false;
}

// Whether the square of a quotient is taken from one by the same divisor: means, of which the
// program has the sums.
bool IsQuotientLessSquare(const TracedOp& at) {
  const TracedOp* left = BehindReshapes(at.MakerOf(0, {}, {}));
  const TracedOp* right = BehindReshapes(at.MakerOf(1, {}, {}));
  if (at.calculation() != Calculation::kSubtract || !IsQuotient(left) || !IsSquareOfOne(right)) {
    return false;
  }
  const TracedOp* mean = BehindReshapes(right->MakerOf(0, {}, {}));
  return IsQuotient(mean) && ReadOneTensor(*left, *mean);
}

}  // namespace

bool IsCastOfNoInteger(const TracedOp* cast) {
  if (cast == nullptr || cast->calculation() != Calculation::kCast) return false;
  const KnownTensor* read = cast->op().input(0);
  if (read == nullptr || IsWhole(read->dtype())) return false;
  if (const auto made = cast->number()) {
    return std::ranges::find(kOfWhatDoesNotFit, *made) != kOfWhatDoesNotFit.end();
  }
  const bool wide = cast->op().output.dtype() == tensor::DType::kI64;
  return HoldsNoInteger(*read, wide ? 9223372036854775807.0 : 2147483647.0);
}

std::optional<NamedCause> NegativePattern(const TracedOp* at) {
  at = BehindReshapes(at);
  if (at == nullptr || !at->number() || *at->number() >= 0) return std::nullopt;
  if (at->calculation() == Calculation::kCast) {
    if (!IsCastOfNoInteger(BehindReshapes(at->Maker(0, at->number())))) return std::nullopt;
    return NamedCause{Pattern::kCastToInt,
                      "It was a whole number before, cast from one that does not fit: what comes "
                      "of that is the most negative number there is."};
  }
  if (at->calculation() != Calculation::kAdd && at->calculation() != Calculation::kSubtract) {
    return std::nullopt;
  }
  if (IsVarianceByDifference(at)) {
    return NamedCause{Pattern::kNegativeVariance,
                      "It is a variance, the mean of squares less the square of the mean: rounding "
                      "took it below 0."};
  }
  const double largest = std::max(LargestMagnitude(*at, 0), LargestMagnitude(*at, 1));
  if (IsRoundedAway(*at, largest) && IsQuotientLessSquare(*at)) {
    return NamedCause{
        Pattern::kNegativeVariance,
        "It is made as a variance is, a mean less the square of a mean, and is no more "
        "than these are rounded by."};
  }
  const double size = std::max(LeastMagnitude(*at, 0), LeastMagnitude(*at, 1));
  if (!IsRoundedAway(*at, size)) return std::nullopt;
  return NamedCause{Pattern::kNegativeByRounding,
                    "Numbers as large as " + BriefNumber(size) + " nearly cancelled, and " +
                        BriefNumber(*at->number()) + " is no more than they are rounded by."};
}

}  // namespace tdbg::query
