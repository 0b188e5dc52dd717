// The families of patterns. Each answers nullopt where it does not apply.
#pragma once

#include "query/cause/pattern.h"
#include "query/float_limits.h"

namespace tdbg::query {

using Named = std::optional<NamedCause>;

// A number at which the function has a pole or is not defined: log of 0, a division by 0.
std::optional<NamedCause> PolePattern(const TracedOp& op, const Cause& cause);

// Why an op made exactly 0, or 1 (or −1), where it should have made a number beside it. `at` is the
// op whose number is asked about; nullptr is answered with nullopt.
std::optional<NamedCause> ZeroPattern(const TracedOp* at);
std::optional<NamedCause> OnePattern(const TracedOp* at);

// Whether what the op made is a mean of squares less a square of the mean, which is never below 0
// but for rounding.
bool IsVarianceByDifference(const TracedOp* op);

// Why an op made a number below 0 that may as well be 0 or more: rounding took it there, or a cast
// to whole numbers that could not hold what it was given.
std::optional<NamedCause> NegativePattern(const TracedOp* at);

// Whether it is a type of whole numbers, or of flags.
bool IsWhole(tensor::DType dtype);

// Whether the op cast a number to an integer that cannot hold it.
bool IsCastOfNoInteger(const TracedOp* op);

// Whether the op multiplied a tensor by itself.
bool IsSquareOfOne(const TracedOp* op);

// Whether the op made a sum of squares of one tensor.
bool IsSumOfSquares(const TracedOp* op);

// Whether the input is 0 wherever the result is, and so at the element asked about.
bool HasTheSameZeros(const TracedOp& at, size_t input);

// The op behind reshapes, casts between floats and changes of sign that leave a 0 a 0.
const TracedOp* BehindReshapes(const TracedOp* op);

// Infinities that met: the op read no NaN and made one.
std::optional<NamedCause> InfinityPattern(const TracedOp& op);

// Finite numbers of which the result is too large for its type.
std::optional<NamedCause> OverflowPattern(const TracedOp& op, const Cause& cause);

}  // namespace tdbg::query
