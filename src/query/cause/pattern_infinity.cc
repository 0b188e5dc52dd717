#include <cmath>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

bool Holds(const std::optional<int64_t>& count) { return count.value_or(0) > 0; }

bool HoldsInfinity(const store::Digest& digest) {
  return Holds(digest.pos_inf) || Holds(digest.neg_inf);
}

// Whether it is known of every input that it holds no NaN.
bool ReadsNoNan(const OpCase& op) {
  for (const KnownTensor& input : op.inputs) {
    const tensor::DType dtype = input.dtype();
    if (dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype)) continue;
    if (input.digest.bad != false && input.digest.nan != 0) return false;
  }
  return !op.inputs.empty();
}

// For single numbers of which one is infinite at least.
Named OfNumbers(Calculation calculation, double x, double y) {
  const bool both = std::isinf(x) && std::isinf(y);
  if (!std::isinf(x) && !std::isinf(y)) return std::nullopt;
  switch (calculation) {
    case Calculation::kMultiply:
      if (x != 0 && y != 0) return std::nullopt;
      return NamedCause{Pattern::kZeroTimesInfinity, ""};
    case Calculation::kAdd:
      if (!both || x == y) return std::nullopt;
      return NamedCause{Pattern::kInfinityMinusInfinity, ""};
    case Calculation::kSubtract:
      if (!both || x != y) return std::nullopt;
      return NamedCause{Pattern::kInfinityMinusInfinity, ""};
    case Calculation::kDivide:
      if (!both) return std::nullopt;
      return NamedCause{Pattern::kInfinityOverInfinity, ""};
    default:
      return std::nullopt;
  }
}

// Where the single numbers are not known: what follows of the counts, the result being NaN.
Named OfCounts(const OpCase& op) {
  const store::Digest& x = op.inputs[0].digest;
  switch (op.calculation()) {
    case Calculation::kMultiply:
      return NamedCause{Pattern::kZeroTimesInfinity,
                        "it read no NaN: of infinities, only 0 × ∞ gives one."};
    case Calculation::kAdd:
    case Calculation::kSubtract:
      return NamedCause{Pattern::kInfinityMinusInfinity,
                        "it read no NaN: of infinities, only ∞ − ∞ gives one."};
    case Calculation::kDivide: {
      const store::Digest& y = op.inputs[1].digest;
      if (!HoldsInfinity(x) || !HoldsInfinity(y) || y.zero != 0) return std::nullopt;
      return NamedCause{Pattern::kInfinityOverInfinity,
                        "it read no NaN and divided by no 0: only ∞/∞ gives one."};
    }
    case Calculation::kSum:
    case Calculation::kMean:
      return NamedCause{Pattern::kInfinityMinusInfinity,
                        "it adds up ∞ and −∞, which is no number."};
    case Calculation::kSoftmax:
    case Calculation::kLogSoftmax:
      if (Holds(x.pos_inf)) return NamedCause{Pattern::kInfiniteLogit, "the logits hold ∞."};
      return NamedCause{Pattern::kMaskedRow,
                        "the logits hold no NaN and no ∞: a row of them is −∞ throughout."};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<NamedCause> InfinityPattern(const TracedOp& at) {
  const OpCase& op = at.op();
  if (op.inputs.empty() || !Holds(op.output.digest.nan) || !ReadsNoNan(op)) return std::nullopt;
  bool infinite = false;
  for (const KnownTensor& input : op.inputs) infinite = infinite || HoldsInfinity(input.digest);
  if (!infinite) return std::nullopt;
  const auto x = at.NumberRead(0);
  const auto y = at.NumberRead(1);
  if (x && y) return OfNumbers(at.calculation(), *x, *y);
  return OfCounts(op);
}

}  // namespace tdbg::query
