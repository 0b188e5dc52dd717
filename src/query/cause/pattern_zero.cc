#include <cmath>

#include "query/cause/epsilon.h"
#include "query/cause/pattern_rules.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using frameworks::OpRole;
using tensor::BriefNumber;

constexpr int kFarthest = 8;  // ops back: what lies further is another story

// Whether the input holds no NaN and no infinity, at the element asked about if that is known.
bool IsFinite(const TracedOp& at, size_t input) {
  if (const auto number = at.NumberRead(input)) return std::isfinite(*number);
  const KnownTensor* read = at.op().input(input);
  return read != nullptr && read->digest.bad == false;
}

// " (they are −3.2 … 134)": the range of what the op read, where it is known.
std::string OfRange(const TracedOp& at) {
  const store::Digest& read = at.op().inputs[0].digest;
  if (!read.min || !read.max) return "";
  return " (they are " + BriefNumber(*read.min) + " … " + BriefNumber(*read.max) + ")";
}

// For a sentence that the number read would tell better.
std::string Unless(const std::optional<double>& known, std::string text) {
  return known ? "" : std::move(text);
}

const TracedOp* MakerOfAll(const TracedOp* op) {
  return op == nullptr ? nullptr : BehindReshapes(op->MakerOf(0, {}, {}));
}

bool IsMean(const TracedOp* op) { return op != nullptr && op->calculation() == Calculation::kMean; }

// Whether the op adds up what is one or nothing: flags made numbers.
bool Counts(const TracedOp* op) {
  if (op == nullptr || op->calculation() != Calculation::kCast) return false;
  const KnownTensor* read = op->op().input(0);
  if (read != nullptr && IsWhole(read->dtype())) return true;
  const TracedOp* maker = op->MakerOf(0, {}, {});
  return maker != nullptr && maker->role() == OpRole::kNeverBad;
}

Named Zero(const TracedOp* at, int hops);
Named One(const TracedOp* at, int hops);

Named OfSubtraction(const TracedOp& at) {
  auto x = at.NumberRead(0);
  const auto y = at.NumberRead(1);
  // A constant is recorded only where it was read by an op that made something bad.
  if (!x && TakesFromOne(at.Line())) x = 1;
  if (x == 1.0 || y == 1.0) {
    const size_t other = x == 1.0 ? 1 : 0;
    if (auto named = OnePattern(at.Maker(other, 1.0))) return named;
  }
  const TracedOp* left = BehindReshapes(at.Maker(0));
  const TracedOp* right = BehindReshapes(at.Maker(1));
  if (left == nullptr || right == nullptr) return std::nullopt;
  if (left->calculation() == Calculation::kMax && right->calculation() == Calculation::kMin &&
      left->TensorId(0) && left->TensorId(0) == right->TensorId(0)) {
    return NamedCause{Pattern::kZeroSpread, "the largest and the smallest are equal."};
  }
  if (!IsVarianceByDifference(&at)) return std::nullopt;
  const TracedOp* square = MakerOfAll(left);
  const store::Digest& of = square->op().inputs[0].digest;
  if (at.op().output.num_elements() == 1 && of.min && of.max && *of.min < *of.max) {
    return NamedCause{Pattern::kNegativeVariance,
                      "It is a variance, of numbers that differ: the mean of their squares and the "
                      "square of their mean agree in all digits."};
  }
  return NamedCause{Pattern::kZeroSpread, "It is a variance, and came out as 0."};
}

// Whether the op made the distances of numbers from their mean.
bool IsDistanceFromMean(const TracedOp* op) {
  if (op == nullptr || op->calculation() != Calculation::kSubtract) return false;
  const TracedOp* mean = BehindReshapes(op->MakerOf(1, {}, {}));
  return IsMean(mean) && op->TensorId(0) && op->TensorId(0) == mean->TensorId(0);
}

Named OfSum(const TracedOp& at, int hops) {
  const TracedOp* maker = MakerOfAll(&at);
  if (maker == nullptr) return std::nullopt;
  if (IsSquareOfOne(maker)) {
    if (IsDistanceFromMean(MakerOfAll(maker))) {
      return NamedCause{Pattern::kZeroSpread,
                        "It is made of distances from the mean: all these numbers are equal."};
    }
    return NamedCause{Pattern::kNormalisedZeroVector,
                      "It is made of squares: the vector is zero throughout."};
  }
  if (maker->calculation() == Calculation::kSquaredDifference) {
    return NamedCause{Pattern::kZeroSpread,
                      "It is a sum of squared differences: all these numbers are equal."};
  }
  if (Counts(maker)) {
    return NamedCause{Pattern::kDivisionByZeroCount, "It is a count, and nothing was counted."};
  }
  // Numbers of which none is below 0, as powers of e: where their sum is 0, each of them is.
  const store::Digest& read = at.op().inputs[0].digest;
  const bool none_below = maker->calculation() == Calculation::kExp || (read.min && *read.min >= 0);
  auto named = none_below ? Zero(at.MakerOf(0, {}, 0.0), hops) : std::nullopt;
  return named && named->pattern == Pattern::kUnderflowToZero ? named : std::nullopt;
}

// Whether an input is 0 at the element asked about; nullopt where that is not known.
std::optional<bool> IsZeroAt(const TracedOp& at, size_t input) {
  if (const auto number = at.NumberRead(input)) return *number == 0;
  const KnownTensor* read = at.op().input(input);
  if (read == nullptr || read->digest.zero != 0) return std::nullopt;
  return false;
}

// Where one factor is 0, that one is followed; where none is, the product was too small. Where it
// is not known of one, that one may have been too small itself.
Named OfProduct(const TracedOp& at, size_t inputs, int hops) {
  std::optional<size_t> unknown;
  for (size_t i = 0; i < inputs; ++i) {
    const bool divisor = i == 1 && at.calculation() == Calculation::kDivide;
    const auto zero = divisor ? std::optional(false) : IsZeroAt(at, i);
    if (zero == true || (!zero && HasTheSameZeros(at, i))) return Zero(at.Maker(i, 0.0), hops);
    if (!IsFinite(at, i) || (!zero && unknown)) return std::nullopt;
    if (!zero) unknown = i;
  }
  if (!unknown) return NamedCause{Pattern::kUnderflowToZero, ""};
  auto named = Zero(at.Maker(*unknown, 0.0), hops);
  return named && named->pattern == Pattern::kUnderflowToZero ? named : std::nullopt;
}

Named OfAddition(const TracedOp& at, int hops) {
  const auto limits = LimitsOf(at.op().output.dtype());
  for (size_t i = 0; i < 2; ++i) {
    if (at.NumberRead(i) != 0.0) return std::nullopt;
  }
  for (size_t i = 0; i < 2; ++i) {
    const TracedOp* maker = at.Maker(i);
    if (maker == nullptr || maker->role() != OpRole::kConstant) continue;
    // Nobody adds 0 on purpose, and in half precision 1e-8 is 0.
    constexpr double kTiny = 1e-10;
    if (limits && limits->smallest > kTiny) {
      return NamedCause{Pattern::kAbsorbedEpsilon,
                        "The constant that is added is 0 in " +
                            std::string(tensor::Info(at.op().output.dtype()).short_name) +
                            ", whose smallest number is " + BriefNumber(limits->smallest) + "."};
    }
    return Zero(at.Maker(1 - i), hops);
  }
  return std::nullopt;
}

// Of the larger or smaller of two numbers.
Named OfBound(const TracedOp& at, int hops) {
  for (size_t i = 0; i < 2; ++i) {
    const TracedOp* maker = at.Maker(i, 0.0);
    if (maker == nullptr || maker->role() == OpRole::kConstant) continue;
    if (IsZeroAt(at, i) == true) return Zero(maker, hops);
  }
  return std::nullopt;
}

Named OfRoot(const TracedOp& at, int hops) {
  const TracedOp* maker = BehindReshapes(at.Maker(0, 0.0));
  return Zero(maker, hops);
}

Named OfCast(const TracedOp& at, int hops) {
  if (Counts(&at)) {
    return NamedCause{Pattern::kDivisionByZeroCount, "It is a count, and nothing was counted."};
  }
  const auto read = at.NumberRead(0);
  if (!read) return std::nullopt;
  if (*read == 0) return Zero(at.Maker(0), hops);
  return NamedCause{Pattern::kUnderflowToZero, ""};
}

Named Zero(const TracedOp* at, int hops) {
  at = BehindReshapes(at);
  if (at == nullptr || at->number() != 0.0 || hops == kFarthest) return std::nullopt;
  ++hops;
  switch (at->calculation()) {
    case Calculation::kSoftmax:
      if (at->op().inputs.empty() || at->op().inputs[0].digest.bad != false) return std::nullopt;
      return NamedCause{Pattern::kSoftmaxUnderflow,
                        Unless(at->NumberRead(0), "A softmax of finite logits" + OfRange(*at) +
                                                      " is never 0: it underflowed.")};
    case Calculation::kSigmoid:
      if (!IsFinite(*at, 0)) return std::nullopt;
      return NamedCause{Pattern::kSaturatedSigmoid,
                        Unless(at->NumberRead(0), "A sigmoid of finite numbers" + OfRange(*at) +
                                                      " is never 0: it underflowed.")};
    case Calculation::kExp:
      if (!IsFinite(*at, 0)) return std::nullopt;
      return NamedCause{Pattern::kUnderflowToZero,
                        Unless(at->NumberRead(0), "exp of finite numbers" + OfRange(*at) +
                                                      " is never 0: it underflowed.")};
    case Calculation::kSubtract:
      return OfSubtraction(*at);
    case Calculation::kAdd:
      return OfAddition(*at, hops);
    case Calculation::kSum:
    case Calculation::kMean:
      return OfSum(*at, hops);
    case Calculation::kSqrt:
      return OfRoot(*at, hops);
    case Calculation::kMaximum:
    case Calculation::kMinimum:
      return OfBound(*at, hops);
    case Calculation::kCast:
      return OfCast(*at, hops);
    case Calculation::kSquare:
    case Calculation::kReciprocal:
      return OfProduct(*at, 1, hops);
    case Calculation::kMultiply:
    case Calculation::kDivide:
    case Calculation::kPower:
      return OfProduct(*at, 2, hops);
    default:
      return std::nullopt;
  }
}

// A bound meant to keep off 1 that is 1, since what the line takes from 1 is too small; else what
// is bounded is asked about.
Named OneOfBound(const TracedOp& at, int hops) {
  if (auto lost = LostFromOne(at.Line(), at.op().output.dtype())) {
    return NamedCause{Pattern::kAbsorbedEpsilon, *std::move(lost)};
  }
  for (size_t i = 0; i < 2; ++i) {
    const TracedOp* maker = at.Maker(i, at.number());
    if (maker == nullptr || maker->role() == OpRole::kConstant) continue;
    if (at.NumberRead(i).value_or(1) == 1) return One(maker, hops);
  }
  return std::nullopt;
}

// A softmax of several numbers.
bool IsOfMany(const TracedOp& softmax) {
  const auto shape = softmax.op().output.shape();
  return shape && shape->rank() > 0 && (*shape)[shape->rank() - 1] > 1;
}

Named OfSquash(const TracedOp& at) {
  if (!IsFinite(at, 0)) return std::nullopt;
  const bool softmax = at.calculation() == Calculation::kSoftmax;
  if (softmax && !IsOfMany(at)) return std::nullopt;
  return NamedCause{
      Pattern::kSaturatedSigmoid,
      Unless(softmax ? std::nullopt : at.NumberRead(0),
             std::string(at.op().op_type) + " comes near 1 and never reaches it: it was rounded.")};
}

Named One(const TracedOp* at, int hops) {
  if (at == nullptr || !at->number() || std::fabs(*at->number()) != 1 || hops == kFarthest) {
    return std::nullopt;
  }
  ++hops;
  switch (at->calculation()) {
    case Calculation::kReshape:
    case Calculation::kMagnitude:
    case Calculation::kSquare:
      return One(at->Maker(0, at->number()), hops);
    case Calculation::kNegative:
      return One(at->Maker(0, -*at->number()), hops);
    case Calculation::kMultiply:
      return IsSquareOfOne(at) ? One(at->Maker(0, 1.0), hops) : std::nullopt;
    case Calculation::kMaximum:
    case Calculation::kMinimum:
      return OneOfBound(*at, hops);
    case Calculation::kSigmoid:
    case Calculation::kTanh:
    case Calculation::kSoftmax:
      return OfSquash(*at);
    default:
      return std::nullopt;
  }
}

}  // namespace

const TracedOp* BehindReshapes(const TracedOp* op) {
  for (int hops = 0; op != nullptr && hops < kFarthest; ++hops) {
    const Calculation calculation = op->calculation();
    const bool keeps_zero =
        calculation == Calculation::kNegative || calculation == Calculation::kMagnitude;
    if (calculation != Calculation::kReshape && !(keeps_zero && op->number() == 0.0)) break;
    op = op->Maker(0, op->number());
  }
  return op;
}

bool IsSumOfSquares(const TracedOp* op) {
  return op != nullptr && op->calculation() == Calculation::kSum && IsSquareOfOne(MakerOfAll(op));
}

bool IsVarianceByDifference(const TracedOp* op) {
  if (op == nullptr || op->calculation() != Calculation::kSubtract) return false;
  const TracedOp* left = BehindReshapes(op->Maker(0));
  const TracedOp* right = BehindReshapes(op->Maker(1));
  if (!IsMean(left) || !IsSquareOfOne(right)) return false;
  const TracedOp* square = MakerOfAll(left);
  const TracedOp* mean = MakerOfAll(right);
  return IsSquareOfOne(square) && IsMean(mean) && square->TensorId(0) &&
         square->TensorId(0) == mean->TensorId(0);
}

std::optional<NamedCause> ZeroPattern(const TracedOp* at) { return Zero(at, 0); }

std::optional<NamedCause> OnePattern(const TracedOp* at) { return One(at, 0); }

bool IsWhole(tensor::DType dtype) {
  return dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype);
}

bool HasTheSameZeros(const TracedOp& at, size_t input) {
  const KnownTensor* read = at.op().input(input);
  const store::Digest& made = at.op().output.digest;
  return read != nullptr && made.zero.value_or(0) > 0 && read->digest.zero == made.zero &&
         read->num_elements() == at.op().output.num_elements();
}

bool IsSquareOfOne(const TracedOp* op) {
  if (op == nullptr) return false;
  if (op->calculation() == Calculation::kSquare) return true;
  return op->calculation() == Calculation::kMultiply && op->TensorId(0) &&
         op->TensorId(0) == op->TensorId(1);
}

}  // namespace tdbg::query
