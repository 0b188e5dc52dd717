// How large an op of known growth can make numbers of known size: why some tensors need not be
// read.
//
// The size of a number is told in bits: x has b bits if |x| < 2^b. A float32 that is smaller than
// 2^b is at most (1-u) 2^b, where u = 2^-24, and rounding a result to float32 changes it by a
// factor of at most 1+u, never past a float32 that it does not exceed. (Kernels that flush
// subnormals make results smaller; results below 2^-125 are all told as having -125 bits.) So, for
// x, y … of b, c … bits:
//
//   (1) A sum of two: |x+y| < 2^(max(b,c)+1), since (1-u) 2^(max(b,c)+1) is a float32.
//       A sum of n, in whatever order, is rounded n-1 times: |sum| < n (1+u)^(n-1) 2^max, and
//       for n <= 2^23 that is below n e^(1/2) 2^max < 2^(max + ceil(log2 n) + 1). With more terms
//       rounding could add more than one bit: there is no bound.
//       A copy, a selection, a sign, a mean of part of them: no larger than a sum.
//   (2) A product: |xy| <= (1-u)^2 2^(b+c) < 2^(b+c).
//   (3) The square of a sum of n: (2) of (1).
//   (4) A dot product of n pairs, fused multiply-adds or not: n products of (2), each rounded
//       once more than a sum of n is. Kernels may have rounded the operands to bfloat16 before,
//       a factor of at most (1+2^-8)^2, unless an operand of 128 bits overflowed by that: for such
//       there is no bound. Together |dot| < n 1.67 2^(b+c) < 2^(b+c+ceil(log2 n)+1).
//       There are no more pairs than the smaller operand has elements: none is used twice.
//   (5) What is fused to a dot product adds at most one element of each further input: (1) of (4)
//       and these. An activation f comes last: |f(x)| <= max(|x|, 1). Whoever declares the growth
//       of an op sees to it that its activation is such a one.
//
// An op may be finite and still overflow on its way: a convolution that is computed by Winograd's
// F(4x4, 3x3) adds up 48^2 times the largest product where there are at least 9, that is 2^8 times
// (4) without its last bit. Results of at most 2^120 leave room for that below 2^128.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tdbg/capture.h"

namespace tdbg::capture {

// All that counts of what an op is given, collected input by input.
class GrowthBound {
 public:
  static constexpr int kLeastBits = -126;  // zeros and subnormals
  static constexpr int kMostBits = 120;
  static constexpr int kNoBound = kMostBits + 1;

  explicit GrowthBound(uint32_t growth) : growth_(growth) {}

  // So many elements of so many bits at most.
  void Add(int bits, uint64_t elements) {
    largest_ = std::max(largest_, bits);
    if (count_ < 2 || growth_ != TDBG_GROWS_LIKE_DOT) {
      product_ += bits;
      fewest_ = std::min(fewest_, elements);
    } else {
      others_ = std::max(others_, bits);
    }
    elements_ += elements;
    ++count_;
  }

  // Of each element of the output; kNoBound if it may be NaN or infinite.
  int OutputBits() const {
    if (count_ == 0) return kNoBound;
    const int bits = Bits();
    return bits > kMostBits ? kNoBound : bits;
  }

 private:
  static constexpr int kBitsOfOne = 1;
  static constexpr uint64_t kMostTerms = uint64_t{1} << 23;
  // As many inputs has a convolution with bias and another summand. To one of more a normalization
  // is fused.
  static constexpr uint64_t kMostOfDot = 4;
  static constexpr uint64_t kFewestRounded = 3;  // (4) has a bit for rounding in any case
  static constexpr int kMostBitsOfOperand = 127;

  // What adding up so many terms adds to their bits: (1).
  static int BitsOfSum(uint64_t terms) {
    if (terms > kMostTerms) return kMostBits - 2 * kLeastBits + 1;
    return terms < 2 ? 0 : std::bit_width(terms - 1) + (terms >= kFewestRounded ? 1 : 0);
  }

  int Bits() const {
    switch (growth_) {
      case TDBG_GROWS_LIKE_SUM:
        return largest_ + BitsOfSum(count_);
      case TDBG_GROWS_LIKE_PRODUCT:
        return count_ < 2 ? kNoBound : product_;
      case TDBG_GROWS_LIKE_SQUARE:
        return 2 * (largest_ + BitsOfSum(count_));
      case TDBG_GROWS_LIKE_DOT: {
        if (count_ < 2 || count_ > kMostOfDot || largest_ > kMostBitsOfOperand) return kNoBound;
        const int dot = product_ + BitsOfSum(std::max(fewest_, kFewestRounded));
        if (count_ == 2) return dot;
        return std::max({dot, others_, kBitsOfOne}) + BitsOfSum(count_ - 1);
      }
      case TDBG_GROWS_LIKE_TOTAL:
        return largest_ + BitsOfSum(elements_);
      default:
        return kNoBound;
    }
  }

  uint32_t growth_;
  uint64_t count_ = 0, elements_ = 0;
  int largest_ = kLeastBits;
  // Of a dot product the first two inputs are multiplied, and the others added.
  int product_ = 0, others_ = kLeastBits;
  uint64_t fewest_ = UINT64_MAX;
};

}  // namespace tdbg::capture
