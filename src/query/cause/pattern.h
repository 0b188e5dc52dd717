// The ways in which numbers go wrong that have a name (docs/manual/causes.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "query/cause/cause.h"
#include "query/cause/traced_op.h"

namespace tdbg::query {

enum class Pattern : uint8_t {
  kLogOfZero,
  kLogOfNegative,
  kSoftmaxUnderflow,
  kSaturatedSigmoid,
  kSqrtOfNegative,
  kNegativeVariance,
  kNegativeByRounding,
  kSqrtGradientAtZero,
  kNormGradientAtZero,
  kPowGradientAtZero,
  kEdgeGradient,
  kWhereTrap,
  kZeroTimesInfinity,
  kInfinityMinusInfinity,
  kInfinityOverInfinity,
  kZeroOverZero,
  kDivisionByZero,
  kDivisionByZeroCount,
  kNormalisedZeroVector,
  kZeroSpread,
  kMeanOfNothing,
  kMaskedRow,
  kInfiniteLogit,
  kExpOverflow,
  kCastOverflow,
  kCastToInt,
  kSumOverflow,
  kMeanOverflow,
  kProductOverflow,
  kUnderflowToZero,
  kAbsorbedEpsilon,
  kOutOfDomain,
  kNotPositiveDefinite,
  kSingularMatrix,
  kBadData,
  kBadConstant,
  kBadVariable,
  kIndexOutOfRange,
  kLabelOutOfRange,
};

// "softmax-underflow": the same in every version, for people and programs.
std::string_view PatternName(Pattern pattern);

// Whether it says that a number became too large for its type.
bool IsOverflow(Pattern pattern);

struct NamedCause {
  Pattern pattern;
  std::string text;  // what shows that it is this one, beyond the cause itself; may be ""
};

// The pattern of an op that made a bad value; nullopt where what was recorded proves none. `cause`
// is what CauseOf() said of the op, if it said something.
std::optional<NamedCause> NameCause(const TracedOp& op, const std::optional<Cause>& cause);

// The pattern of an op that failed with this message.
std::optional<NamedCause> NameFailure(const TracedOp& op, std::string_view message);

}  // namespace tdbg::query
