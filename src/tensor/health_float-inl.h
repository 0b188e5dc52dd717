// Health of f32, f64, f16 and bf16 in vectors. Included once per SIMD target.
//
// A run is read in blocks that stay in the first-level cache, each by the loop that the block
// before it needed. A block that turns out to need another is read again. Where a few elements are
// infinite or NaN, the vectors that hold them are read apart from the others, which are then quick
// to read.

#if defined(TDBG_TENSOR_HEALTH_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#undef TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#else
#define TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_float_block-inl.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// What the blocks so far let expect of the next one.
struct Expectation {
  enum class Bad { kNone, kFew, kMany };
  Bad bad = Bad::kNone;
  Assume assume = Assume::kNormal;  // of the vectors without bad elements
};

// The first finite element, or 0.
template <class F>
typename F::Bits FirstFinite(const std::byte* data, size_t n) {
  using Bits = typename F::Bits;
  const hn::ScalableTag<Bits> d;
  const auto infinite = hn::Set(d, FloatBits<F>::kInfiniteMagnitude);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto bits = hn::LoadU(d, At<Bits>(data, i));
    const intptr_t lane = hn::FindFirstTrue(d, hn::Lt(hn::Add(bits, bits), infinite));
    if (lane < 0) continue;
    return LoadUnaligned<Bits>(data + (i + static_cast<size_t>(lane)) * sizeof(Bits));
  }
  return 0;
}

// The position of the first NaN or infinity. There must be one.
template <class F>
int64_t FirstBad(const std::byte* data) {
  using Bits = typename F::Bits;
  int64_t i = 0;
  while (FloatBits<F>::IsFinite(LoadUnaligned<Bits>(data + i * int64_t{sizeof(Bits)}))) ++i;
  return i;
}

// Reads a block with the loop that it needs; the next block is tried with the same one. Where
// `skipped` is given, steps with bad elements go there; otherwise, unless nothing is assumed, a
// block that has some is not read any further.
template <class F>
void ReadAsNeeded(const std::byte* data, size_t n, Assume& assume, SkippedSteps<F>* skipped,
                  FloatBlock<F>& block) {
  const auto read = [&]<Assume kAssume>() {
    if (skipped != nullptr) {
      ReadFiniteSteps<F, kAssume>(data, n, *skipped, block);
    } else {
      ReadFloatBlock<F, kAssume>(data, n, 0, block);
    }
  };
  for (;;) {
    switch (assume) {
      case Assume::kNormal:
        read.template operator()<Assume::kNormal>();
        break;
      case Assume::kNormalOrZero:
        read.template operator()<Assume::kNormalOrZero>();
        break;
      case Assume::kFinite:
        read.template operator()<Assume::kFinite>();
        break;
      case Assume::kNothing:
        ReadFloatBlock<F, Assume::kNothing>(data, n, FirstFinite<F>(data, n), block);
        break;
    }
    if (block.any_bad && assume != Assume::kNothing) return;
    const bool assumed_too_much = block.needed > assume;
    assume = block.needed;
    if (!assumed_too_much) return;
  }
}

template <class F>
void AddReadBlock(const FloatBlock<F>& block, int64_t elements, HealthSums& sums) {
  Health& counts = sums.counts;
  counts.elements += elements;
  counts.neg_inf += block.neg_inf;
  counts.pos_inf += block.pos_inf;
  counts.nan += elements - block.finite - block.neg_inf - block.pos_inf;
  counts.negative += block.negative;
  counts.zero += block.zero;
  counts.positive += block.finite - block.negative - block.zero;
  counts.subnormal += block.subnormal;
  if (block.finite == 0) return;
  sums.floats.Add({.n = block.finite,
                   .min_bits = F::ToF64Bits(block.min),
                   .max_bits = F::ToF64Bits(block.max),
                   .base = block.base,
                   .sum = block.sum,
                   .m2 = block.m2});
}

// Reads a block, whatever it holds. The last `padding` of its n elements are NaNs that fill it up.
template <class F>
HWY_NOINLINE void AddAnyFloatBlock(const std::byte* data, size_t n, int64_t padding,
                                   Expectation& expected, HealthSums& sums) {
  constexpr int64_t kFew = 64;  // one in so many is
  FloatBlock<F> block;
  expected.assume = Assume::kNothing;
  ReadAsNeeded<F>(data, n, expected.assume, nullptr, block);
  const int64_t elements = static_cast<int64_t>(n) - padding;
  const int64_t bad = elements - block.finite;
  if (bad > 0 && sums.counts.first_bad < 0) {
    sums.counts.first_bad = sums.counts.elements + FirstBad<F>(data);
  }
  AddReadBlock(block, elements, sums);
  expected.bad = bad == 0                 ? Expectation::Bad::kNone
                 : bad * kFew <= elements ? Expectation::Bad::kFew
                                          : Expectation::Bad::kMany;
}

// Reads the steps with bad elements apart from the others. False if that is of no use.
template <class F>
HWY_NOINLINE bool AddFloatBlockInParts(const std::byte* data, size_t n, Expectation& expected,
                                       HealthSums& sums) {
  SkippedSteps<F> skipped;
  FloatBlock<F> block;
  ReadAsNeeded<F>(data, n, expected.assume, &skipped, block);
  if (block.any_bad || expected.assume == Assume::kNothing) return false;
  const size_t bad_n = skipped.n * kFloatStep<F>;
  if (bad_n > 0 && sums.counts.first_bad < 0) {
    sums.counts.first_bad = sums.counts.elements + FirstBad<F>(data);
  }
  AddReadBlock(block, static_cast<int64_t>(n - bad_n), sums);
  expected.bad = bad_n > 0 ? Expectation::Bad::kFew : Expectation::Bad::kNone;
  if (bad_n == 0) return true;

  constexpr size_t kStepBytes = kFloatStep<F> * sizeof(typename F::Bits);
  std::byte rest[SkippedSteps<F>::kMost * kStepBytes];
  for (size_t i = 0; i < skipped.n; ++i) {
    std::memcpy(rest + i * kStepBytes, data + skipped.first[i] * sizeof(typename F::Bits),
                kStepBytes);
  }
  Assume nothing = Assume::kNothing;
  ReadAsNeeded<F>(rest, bad_n, nothing, nullptr, block);
  AddReadBlock(block, static_cast<int64_t>(bad_n), sums);
  return true;
}

template <class F>
void AddFloatBlock(const std::byte* data, size_t n, int64_t padding, Expectation& expected,
                   HealthSums& sums) {
  if (padding == 0 && expected.bad == Expectation::Bad::kNone) {
    FloatBlock<F> block;
    ReadAsNeeded<F>(data, n, expected.assume, nullptr, block);
    if (!block.any_bad) return AddReadBlock(block, static_cast<int64_t>(n), sums);
    expected.bad = Expectation::Bad::kFew;
  }
  if (padding == 0 && expected.bad == Expectation::Bad::kFew &&
      AddFloatBlockInParts<F>(data, n, expected, sums)) {
    return;
  }
  AddAnyFloatBlock<F>(data, n, padding, expected, sums);
}

template <class F>
void AddFloats(const std::byte* data, int64_t n, HealthSums& sums) {
  Expectation expected;
  const BlockSize size{.step = kFloatStep<F>, .block = kFloatBlock<F>};
  ForEachBlock<typename F::Bits>(
      data, n, size, [](const std::byte*) { return FloatBits<F>::kNan; },
      [&](const std::byte* block, size_t block_n, int64_t padding) {
        AddFloatBlock<F>(block, block_n, padding, expected, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_FLOAT_INL_H_
