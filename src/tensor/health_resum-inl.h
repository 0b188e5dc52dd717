// The sum of a float tensor in twice the precision, for means that nearly cancel. Included once per
// SIMD target.

#if defined(TDBG_TENSOR_HEALTH_RESUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_RESUM_INL_H_
#undef TDBG_TENSOR_HEALTH_RESUM_INL_H_
#else
#define TDBG_TENSOR_HEALTH_RESUM_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_float-inl.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_target.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

template <class F>
HWY_NOINLINE void ResumBlock(const std::byte* data, size_t n, Resummation& total) {
  using Bits = typename F::Bits;
  constexpr size_t kParts = sizeof(double) / sizeof(Bits);
  const hn::ScalableTag<Bits> d;
  const hn::ScalableTag<double> d64;
  const hn::ScalableTag<uint64_t> du64;
  const auto infinite = hn::Set(du64, FloatBits<F64Lanes>::kInfiniteMagnitude);
  auto sum = hn::Zero(d64);
  auto lost = hn::Zero(d64);
  auto any_lost = hn::Zero(du64);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    TDBG_UNROLL
    for (size_t part = 0; part < kParts; ++part) {
      auto x = F::Decode(d64, data + i * sizeof(Bits), part);
      const auto bits = hn::BitCast(du64, x);
      const auto finite = hn::Lt(hn::Add(bits, bits), infinite);
      x = hn::BitCast(d64, hn::IfThenElseZero(finite, bits));
      // What rounding takes from sum + x is had without rounding (Knuth).
      const auto next = hn::Add(sum, x);
      const auto added = hn::Sub(next, sum);
      const auto error = hn::Add(hn::Sub(sum, hn::Sub(next, added)), hn::Sub(x, added));
      any_lost = hn::Or(any_lost, hn::BitCast(du64, error));
      lost = hn::Add(lost, error);
      sum = next;
    }
  }
  HWY_ALIGN double lanes[HWY_MAX_BYTES / sizeof(double)];
  for (const auto& v : {sum, lost}) {
    hn::Store(v, d64, lanes);
    for (size_t i = 0; i < hn::Lanes(d64); ++i) total.sum.Add(std::bit_cast<uint64_t>(lanes[i]));
  }
  any_lost = hn::Add(any_lost, any_lost);  // without the signs of zeros
  if (!hn::AllTrue(du64, hn::Eq(any_lost, hn::Zero(du64)))) total.exact = false;
}

template <class F>
void ResumFloats(const std::byte* data, int64_t n, Resummation& total) {
  using Bits = typename F::Bits;
  const BlockSize size{.step = hn::Lanes(hn::ScalableTag<Bits>()),
                       .block = 4 * kBlockBytes / sizeof(Bits)};
  ForEachBlock<Bits>(
      data, n, size, [](const std::byte*) { return Bits{0}; },
      [&](const std::byte* block, size_t block_n, int64_t) {
        ResumBlock<F>(block, block_n, total);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_RESUM_INL_H_
