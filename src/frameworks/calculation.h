// What an op computes, whatever its framework calls it: for what can be said of the numbers.
#pragma once

#include <cstdint>

namespace tdbg::frameworks {

enum class Calculation : uint8_t {
  kOther,

  // Element by element, of one input.
  kLog,
  kLog1p,
  kExp,
  kExpm1,
  kSinh,
  kCosh,
  kSqrt,
  kRsqrt,
  kReciprocal,
  kSquare,
  kSigmoid,
  kTanh,
  kRelu,
  kNegative,
  kMagnitude,
  kCast,
  kAcos,
  kAsin,
  kAcosh,
  kAtanh,
  kLgamma,
  kDigamma,
  kErfinv,
  kNdtri,  // the inverse of the normal distribution
  kSin,
  kCos,
  kTan,
  kAsinh,
  kAtan,
  kFloor,
  kCeil,
  kRound,
  kElu,
  kSelu,
  kRelu6,

  // Element by element, of two.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kXlogy,
  kXdivy,
  kPower,
  kSquaredDifference,
  kMaximum,
  kMinimum,

  // Of what the forward op made, and of what came down to it.
  kSqrtGradient,
  kRsqrtGradient,
  kReciprocalGradient,
  kSigmoidGradient,
  kTanhGradient,

  kSelect,   // by a condition, its first input
  kReshape,  // the same numbers in the same order
  kGather,   // rows of its first input, by the indices that are its second

  kClassLoss,  // of logits, its first input, and of the number of a class for each row of them

  // Along axes, which are the second input.
  kSum,
  kMean,
  kProduct,
  kCumulativeSum,
  kCumulativeProduct,
  kMax,
  kMin,

  kMatrixProduct,
  kOtherSums,  // only multiplies and adds, as a convolution does
  kCholesky,
  kInverse,  // of a matrix, also where it is used to solve equations

  // Along the last axis.
  kSoftmax,
  kLogSoftmax,
};

// How its result becomes too large for its type.
enum class Overflow : uint8_t {
  kNever,
  kExponential,  // of numbers of the usual size
  kNarrowing,    // of numbers that a wider type holds
  kSum,
  kMean,  // which adds up first
  kProduct,
  kQuotient,  // because what is divided by is small
};

Overflow OverflowOf(Calculation calculation);

// Whether it has poles, ends, or grows so fast that numbers of the usual size suffice for a NaN or
// an infinity. Of the others, what is bad was most likely bad in what they read.
bool MakesBadOfGood(Calculation calculation);

}  // namespace tdbg::frameworks
