// Health of complex numbers in vectors. Included once per SIMD target.

#if defined(TDBG_TENSOR_HEALTH_COMPLEX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_COMPLEX_INL_H_
#undef TDBG_TENSOR_HEALTH_COMPLEX_INL_H_
#else
#define TDBG_TENSOR_HEALTH_COMPLEX_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "tensor/health_float-inl.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// The squares of the lanes, as float64.
HWY_INLINE void AddSquares(hn::Vec<hn::ScalableTag<uint64_t>> bits,
                           hn::Vec<hn::ScalableTag<double>>& squares) {
  const hn::ScalableTag<double> d64;
  const auto x = hn::BitCast(d64, bits);
  squares = hn::MulAdd(x, x, squares);
}
HWY_INLINE void AddSquares(hn::Vec<hn::ScalableTag<uint32_t>> bits,
                           hn::Vec<hn::ScalableTag<double>>& squares) {
  const hn::ScalableTag<double> d64;
  const hn::ScalableTag<float> d32;
  const hn::Half<decltype(d32)> half;
  const auto x = hn::BitCast(d32, bits);
  const auto low = hn::PromoteTo(d64, hn::LowerHalf(half, x));
  const auto high = hn::PromoteTo(d64, hn::UpperHalf(half, x));
  squares = hn::MulAdd(low, low, hn::MulAdd(high, high, squares));
}

// `n` numbers of two parts each, the last `padding` of them NaNs of ours. F is the type of a part.
template <class F>
HWY_NOINLINE void AddComplexBlock(const std::byte* data, size_t n, int64_t padding,
                                  HealthSums& sums) {
  using Bits = typename F::Bits;
  using Const = FloatBits<F>;
  const hn::ScalableTag<Bits> d;
  const hn::ScalableTag<double> d64;
  const auto zero = hn::Zero(d);
  const auto infinite = hn::Set(d, Const::kInfiniteMagnitude);
  const auto one = hn::Set(d, Bits{1});
  const auto smallest_normal = hn::Set(d, static_cast<Bits>(Const::kSmallestNormalMagnitude - 1));
  const auto is_negative = [&](auto bits) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> ds;
    return hn::RebindMask(d, hn::Lt(hn::BitCast(ds, bits), hn::Zero(ds)));
  };

  MaskCounter<decltype(d)> finites, pos_infs, neg_infs, zeros, negatives, subnormals;
  auto largest = zero;
  auto re_squares = hn::Zero(d64);
  auto im_squares = hn::Zero(d64);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> re, im;
    hn::LoadInterleaved2(d, At<Bits>(data, 2 * i), re, im);
    const auto re_magnitude = hn::Add(re, re);
    const auto im_magnitude = hn::Add(im, im);
    const auto magnitude = hn::Max(re_magnitude, im_magnitude);
    const auto finite = hn::Lt(magnitude, infinite);
    finites.Add(finite);

    const auto re_infinite = hn::Eq(re_magnitude, infinite);
    const auto any_infinite = hn::Eq(magnitude, infinite);  // the larger part is no NaN
    const auto infinite_negative = is_negative(hn::IfThenElse(re_infinite, re, im));
    neg_infs.Add(hn::And(any_infinite, infinite_negative));
    pos_infs.Add(hn::AndNot(infinite_negative, any_infinite));

    const auto leading = hn::IfThenElse(hn::Eq(re_magnitude, zero), im, re);
    const auto is_zero = hn::Eq(magnitude, zero);
    zeros.Add(is_zero);
    negatives.Add(hn::AndNot(is_zero, hn::And(finite, is_negative(leading))));
    // Zeros wrap around and are not subnormal.
    const auto re_subnormal = hn::Lt(hn::Sub(re_magnitude, one), smallest_normal);
    const auto im_subnormal = hn::Lt(hn::Sub(im_magnitude, one), smallest_normal);
    subnormals.Add(hn::And(finite, hn::Or(re_subnormal, im_subnormal)));

    largest = hn::Max(largest, hn::IfThenElseZero(finite, magnitude));
    AddSquares(hn::IfThenElseZero(finite, re), re_squares);
    AddSquares(hn::IfThenElseZero(finite, im), im_squares);
  }

  Health& counts = sums.counts;
  const int64_t elements = static_cast<int64_t>(n) - padding;
  if (counts.first_bad < 0 && finites.Total() < elements) {
    counts.first_bad = counts.elements + FirstBad<F>(data) / 2;
  }
  counts.elements += elements;
  counts.pos_inf += pos_infs.Total();
  counts.neg_inf += neg_infs.Total();
  counts.nan += elements - finites.Total() - pos_infs.Total() - neg_infs.Total();
  counts.negative += negatives.Total();
  counts.zero += zeros.Total();
  counts.positive += finites.Total() - negatives.Total() - zeros.Total();
  counts.subnormal += subnormals.Total();
  const auto largest_bits = static_cast<Bits>(hn::GetLane(hn::MaxOfLanes(d, largest)) >> 1);
  sums.complex_max_bits = std::max(sums.complex_max_bits, F::ToF64Bits(largest_bits));
  sums.complex_squares += hn::GetLane(hn::SumOfLanes(d64, hn::Add(re_squares, im_squares)));
}

template <class F>
void AddComplex(const std::byte* data, int64_t n, HealthSums& sums) {
  struct Number {
    typename F::Bits re, im;
  };
  const BlockSize size{.step = hn::Lanes(hn::ScalableTag<typename F::Bits>()),
                       .block = kBlockBytes / sizeof(Number)};
  ForEachBlock<Number>(
      data, n, size,
      [](const std::byte*) {
        return Number{FloatBits<F>::kNan, FloatBits<F>::kNan};
      },
      [&](const std::byte* block, size_t block_n, int64_t padding) {
        AddComplexBlock<F>(block, block_n, padding, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_COMPLEX_INL_H_
