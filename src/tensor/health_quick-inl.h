// Health of f32 at nearly twice the speed, with moments good to about six digits: what a recording
// program can afford. Included once per SIMD target.
//
// Sums are taken in f32, sixteen terms at a time, and those in double. Blocks of which that does
// not hold, or that have more to tell than zeros, go the ordinary way.

#if defined(TDBG_TENSOR_HEALTH_QUICK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_QUICK_INL_H_
#undef TDBG_TENSOR_HEALTH_QUICK_INL_H_
#else
#define TDBG_TENSOR_HEALTH_QUICK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "tensor/health_float-inl.h"
#include "tensor/health_float_block-inl.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// How the reading of a block went. Where it is not done, nothing in the block holds.
enum class QuickRead { kDone, kHasZeros, kHasNoZeros, kRefused };

// With zeros welcome the extremes next to zero need not be told; without, they tell whether there
// are zeros.
template <bool kZeros>
class QuickReader {
  using D = hn::ScalableTag<uint32_t>;
  using DSigned = hn::ScalableTag<int32_t>;
  using DFloat = hn::ScalableTag<float>;
  using D64 = hn::ScalableTag<double>;
  using Const = FloatBits<F32Lanes>;
  static constexpr uint32_t kSmallestNormal = uint32_t{1} << F32Lanes::kMantissaBits;

 public:
  static constexpr size_t kLanes = HWY_LANES(float);

  HWY_INLINE QuickReader()
      : unsigned_max_(hn::Zero(D())),
        unsigned_min_(hn::Set(D(), UINT32_MAX)),
        signed_max_(hn::Set(DSigned(), INT32_MIN)),
        signed_min_(hn::Set(DSigned(), INT32_MAX)),
        tiny_bits_(hn::Zero(D())),
        even_sum_(hn::Zero(D64())),
        odd_sum_(hn::Zero(D64())),
        even_squares_(hn::Zero(D64())),
        odd_squares_(hn::Zero(D64())) {}

  // n is a multiple of two vectors.
  HWY_INLINE void Read(const std::byte* data, size_t n) {
    constexpr size_t kTerms = 16;
    for (size_t i = 0; i < n; i += 2 * kTerms * kLanes) {
      const size_t end = std::min(n, i + 2 * kTerms * kLanes);
      auto a_sum = hn::Zero(DFloat());
      auto b_sum = a_sum;
      auto a_squares = a_sum;
      auto b_squares = a_sum;
      for (size_t j = i; j < end; j += 2 * kLanes) {
        ReadVector(data, j, a_sum, a_squares);
        ReadVector(data, j + kLanes, b_sum, b_squares);
      }
      Widen(hn::Add(a_sum, b_sum), even_sum_, odd_sum_);
      Widen(hn::Add(a_squares, b_squares), even_squares_, odd_squares_);
    }
  }

  HWY_INLINE QuickRead Finish(int64_t n, FloatBlock<F32Lanes>& block) const {
    const uint32_t lowest = hn::GetLane(hn::MaxOfLanes(D(), unsigned_max_));
    const auto highest = static_cast<uint32_t>(hn::GetLane(hn::MaxOfLanes(DSigned(), signed_max_)));
    const bool any_sign = lowest >= Const::kSign;
    const bool any_unsigned = highest < Const::kSign;
    uint32_t least_positive = 0;
    uint32_t least_negative = Const::kSign;
    if constexpr (kZeros) {
      block.zero = tiny_.Total();
      if (block.zero == 0) return QuickRead::kHasNoZeros;
      const bool subnormals =
          !hn::AllTrue(D(), hn::Eq(hn::Add(tiny_bits_, tiny_bits_), hn::Zero(D())));
      if (subnormals) return QuickRead::kRefused;
    } else {
      block.zero = 0;
      least_positive = hn::GetLane(hn::MinOfLanes(D(), unsigned_min_));
      least_negative = static_cast<uint32_t>(hn::GetLane(hn::MinOfLanes(DSigned(), signed_min_)));
      const bool tiny = (any_unsigned && least_positive < kSmallestNormal) ||
                        (any_sign && (least_negative & Const::kNan) < kSmallestNormal);
      if (tiny) return QuickRead::kHasZeros;
    }
    const uint32_t largest =
        std::max(any_sign ? lowest & Const::kNan : 0, any_unsigned ? highest : 0);
    if (largest != 0 && (largest < kSmallestSafe || largest > kLargestSafe))
      return QuickRead::kRefused;
    block.neg_inf = 0;
    block.pos_inf = 0;
    block.finite = n;
    block.negative = negatives_.Total();
    block.subnormal = 0;
    block.min = any_sign ? lowest : least_positive;
    block.max = any_unsigned ? highest : least_negative;
    const bool constant = block.zero == n || block.min == block.max;
    const double sum = TotalOf(even_sum_, odd_sum_);
    const double squares = TotalOf(even_squares_, odd_squares_);
    SetMoments<F32Lanes>(constant, 0, sum, squares, block);
    return constant || block.m2 > kLeastVarianceShare * squares ? QuickRead::kDone
                                                                : QuickRead::kRefused;
  }

 private:
  // Bounds of the largest element, within which its square, and the sum of sixteen such, are far
  // from both ends of f32.
  static constexpr uint32_t kSmallestSafe = uint32_t{127 - 30} << F32Lanes::kMantissaBits;
  static constexpr uint32_t kLargestSafe = uint32_t{127 + 50} << F32Lanes::kMantissaBits;
  // A smaller variance has lost too many of f32's digits.
  static constexpr double kLeastVarianceShare = 0.1;

  HWY_INLINE void ReadVector(const std::byte* data, size_t at, hn::Vec<DFloat>& sum,
                             hn::Vec<DFloat>& squares) {
    const D d;
    const auto bits = hn::LoadU(d, At<uint32_t>(data, at));
    const auto signed_bits = hn::BitCast(DSigned(), bits);
    auto negative = hn::RebindMask(d, hn::Lt(signed_bits, hn::Zero(DSigned())));
    unsigned_max_ = hn::Max(unsigned_max_, bits);
    signed_max_ = hn::Max(signed_max_, signed_bits);
    if constexpr (kZeros) {
      const auto tiny = hn::Eq(hn::And(bits, hn::Set(d, Const::kInfinity)), hn::Zero(d));
      tiny_.Add(tiny);
      tiny_bits_ = hn::Or(tiny_bits_, hn::IfThenElseZero(tiny, bits));
      negative = hn::AndNot(tiny, negative);
    } else {
      unsigned_min_ = hn::Min(unsigned_min_, bits);
      signed_min_ = hn::Min(signed_min_, signed_bits);
    }
    negatives_.Add(negative);
    const auto x = hn::BitCast(DFloat(), bits);
    sum = hn::Add(sum, x);
    squares = hn::MulAdd(x, x, squares);
  }

  static HWY_INLINE void Widen(hn::Vec<DFloat> from, hn::Vec<D64>& even, hn::Vec<D64>& odd) {
    const hn::Half<DFloat> half;
    even = hn::Add(even, hn::PromoteTo(D64(), hn::LowerHalf(half, from)));
    odd = hn::Add(odd, hn::PromoteTo(D64(), hn::UpperHalf(half, from)));
  }

  hn::Vec<D> unsigned_max_;
  hn::Vec<D> unsigned_min_;
  hn::Vec<DSigned> signed_max_;
  hn::Vec<DSigned> signed_min_;
  hn::Vec<D> tiny_bits_;  // of zeros and subnormals together
  MaskCounter<D> negatives_, tiny_;
  hn::Vec<D64> even_sum_;
  hn::Vec<D64> odd_sum_;
  hn::Vec<D64> even_squares_;
  hn::Vec<D64> odd_squares_;
};

template <bool kZeros>
HWY_NOINLINE QuickRead ReadQuickBlock(const std::byte* data, size_t n,
                                      FloatBlock<F32Lanes>& block) {
  QuickReader<kZeros> reader;
  reader.Read(data, n);
  return reader.Finish(static_cast<int64_t>(n), block);
}

// Reads a block in f32; false if it cannot be read in this way. `zeros` says whether the last block
// had some, and is set to whether this one has.
inline bool ReadQuickly(const std::byte* data, size_t n, bool& zeros, FloatBlock<F32Lanes>& block) {
  if (!zeros) {
    const QuickRead read = ReadQuickBlock<false>(data, n, block);
    zeros = read == QuickRead::kHasZeros;
    if (!zeros) return read == QuickRead::kDone;
  }
  const QuickRead read = ReadQuickBlock<true>(data, n, block);
  zeros = read != QuickRead::kHasNoZeros;
  if (zeros) return read == QuickRead::kDone;
  return ReadQuickBlock<false>(data, n, block) == QuickRead::kDone;
}

inline void AddF32Quickly(const std::byte* data, int64_t n, HealthSums& sums) {
  Expectation expected;
  bool quick = true;
  bool zeros = false;
  const BlockSize size{.step = 2 * QuickReader<false>::kLanes, .block = kFloatBlock<F32Lanes>};
  ForEachBlock<uint32_t>(
      data, n, size, [](const std::byte*) { return FloatBits<F32Lanes>::kNan; },
      [&](const std::byte* at, size_t block_n, int64_t padding) {
        FloatBlock<F32Lanes> block;
        if (quick && padding == 0) {
          quick = ReadQuickly(at, block_n, zeros, block);
          if (quick) return AddReadBlock(block, static_cast<int64_t>(block_n), sums);
        }
        AddFloatBlock<F32Lanes>(at, block_n, padding, expected, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_QUICK_INL_H_
