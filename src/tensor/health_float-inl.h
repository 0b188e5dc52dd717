// Health of f32, f64, f16 and bf16 in vectors. Included once per SIMD target.
//
// A run is read in blocks that stay in the first-level cache. Three loops read a block, each
// assuming less and costing more than the one before; a loop notices when it assumed too much, and
// the block is read again by the one that it needs, where the next block then starts.
//
// No loop compares floats: elements are ordered by their bits. As unsigned numbers the largest bits
// are those of the most negative element, if there is a negative one; as signed numbers the largest
// are those of the most positive, if there is one; twice the bits is the magnitude.

#if defined(TDBG_TENSOR_HEALTH_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#undef TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#else
#define TDBG_TENSOR_HEALTH_FLOAT_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"
#include "tensor/narrow_float.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

enum class Assume {
  kNormal,  // no zero, no subnormal, no infinity, no NaN, and a spread worth its mean
  kFinite,  // the same, but zeros are welcome; so are subnormals where they are common
  kNothing,
};

// A variance below this share of the mean square has lost too many digits to cancellation.
constexpr double kSafeVarianceShare = 1e-5;

// The float types: how many of the bits are mantissa, whether subnormals are within the range that
// people use (8-bit floats are read as f16), and how a vector of float64 is had from
// memory. `part` counts such vectors from `from` on.
struct F64Lanes {
  using Bits = uint64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr bool kSubnormalsAreCommon = false;
  static uint64_t ToF64Bits(Bits bits) { return bits; }

  template <class D64>
  static hn::Vec<D64> Decode(D64 d, const std::byte* from, size_t part) {
    return hn::LoadU(d, At<double>(from, part * hn::Lanes(d)));
  }
};

struct F32Lanes {
  using Bits = uint32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr bool kSubnormalsAreCommon = false;
  static uint64_t ToF64Bits(Bits bits) { return WidenF32Bits(bits); }

  template <class D64>
  static hn::Vec<D64> Decode(D64 d, const std::byte* from, size_t part) {
    const hn::Rebind<float, D64> df;
    return hn::PromoteTo(d, hn::LoadU(df, At<float>(from, part * hn::Lanes(d))));
  }
};

struct F16Lanes {
  using Bits = uint16_t;
  static constexpr int kMantissaBits = 10;
  static constexpr bool kSubnormalsAreCommon = true;
  static uint64_t ToF64Bits(Bits bits) { return WidenF32Bits(ToF32Bits(kF16Format, bits)); }

  // Neither way of converting f16 heeds the flushing of subnormals.
  template <class D64>
  static hn::Vec<D64> Decode(D64 d, const std::byte* from, size_t part) {
    const hn::Rebind<float, D64> df;
    const hn::Rebind<hwy::float16_t, D64> dh;
    const auto halves = hn::LoadU(dh, At<hwy::float16_t>(from, part * hn::Lanes(d)));
    return hn::PromoteTo(d, hn::PromoteTo(df, halves));
  }
};

struct BF16Lanes {
  using Bits = uint16_t;
  static constexpr int kMantissaBits = 7;
  static constexpr bool kSubnormalsAreCommon = false;
  static uint64_t ToF64Bits(Bits bits) { return WidenF32Bits(uint32_t{bits} << 16); }

  // Even parts take the lower, odd parts the upper halves of the same 32-bit words: the order of
  // the elements does not matter to a sum.
  template <class D64>
  static hn::Vec<D64> Decode(D64 d, const std::byte* from, size_t part) {
    const hn::Rebind<uint32_t, D64> du;
    const hn::Rebind<float, D64> df;
    const auto words = hn::LoadU(du, At<uint32_t>(from, part / 2 * hn::Lanes(d)));
    const auto bits =
        part % 2 == 0 ? hn::ShiftLeft<16>(words) : hn::And(words, hn::Set(du, 0xffff0000u));
    return hn::PromoteTo(d, hn::BitCast(df, bits));
  }
};

template <class F>
struct FloatBits {
  using Bits = typename F::Bits;
  static constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  static constexpr Bits kInfinity =
      static_cast<Bits>(static_cast<Bits>(~Bits{0} << F::kMantissaBits) & ~kSign);
  static constexpr Bits kNan = static_cast<Bits>(~kSign);
  // Twice the bits, that is without the sign.
  static constexpr Bits kInfiniteMagnitude = static_cast<Bits>(kInfinity << 1);
  static constexpr Bits kSmallestNormalMagnitude = static_cast<Bits>(Bits{2} << F::kMantissaBits);

  static bool IsFinite(Bits bits) { return static_cast<Bits>(bits << 1) < kInfiniteMagnitude; }
};

// Not more than 2^12 elements: f16, of 40 bits or 41 in a difference, then has exact sums.
template <class F>
constexpr size_t kFloatBlock = std::min(kBlockBytes / sizeof(typename F::Bits), size_t{1} << 12);

// How many elements one turn of the loops takes: at least two vectors of float64, so that sums have
// two chains of additions.
template <class F>
HWY_INLINE size_t FloatStep() {
  using Bits = typename F::Bits;
  return hn::Lanes(hn::ScalableTag<Bits>()) * (sizeof(Bits) == 8 ? 2 : 1);
}

template <class F>
struct FloatBlock {
  using Bits = typename F::Bits;
  int64_t neg_inf = 0;
  int64_t pos_inf = 0;
  int64_t finite = 0;
  int64_t negative = 0;
  int64_t zero = 0;
  int64_t subnormal = 0;
  Bits min = 0;
  Bits max = 0;
  double base = 0;
  double sum = 0;
  double m2 = 0;
  Assume needed = Assume::kNothing;
};

// Reads n elements, a multiple of the step. With kNothing, infinities and NaNs are read as
// `stand_in`, a finite element of the block (if it has one), which is also what sums are measured
// from; with less doubt they are measured from 0.
template <class F, Assume kAssume>
HWY_NOINLINE FloatBlock<F> ReadFloatBlock(const std::byte* data, size_t n,
                                          typename F::Bits stand_in) {
  using Bits = typename F::Bits;
  using SignedBits = std::make_signed_t<Bits>;
  using Const = FloatBits<F>;
  constexpr bool kCountsSubnormals =
      kAssume == Assume::kNothing || (kAssume == Assume::kFinite && F::kSubnormalsAreCommon);
  constexpr size_t kVectors = sizeof(Bits) == 8 ? 2 : 1;
  constexpr size_t kParts = kVectors * sizeof(double) / sizeof(Bits);
  const hn::ScalableTag<Bits> d;
  const hn::ScalableTag<SignedBits> ds;
  const hn::ScalableTag<double> d64;
  const size_t lanes = hn::Lanes(d);

  const double base =
      kAssume == Assume::kNothing ? std::bit_cast<double>(F::ToF64Bits(stand_in)) : 0;
  const auto bases = hn::Set(d64, base);
  const auto stand_ins = hn::Set(d, stand_in);
  const auto one = hn::Set(d, Bits{1});

  auto unsigned_max = hn::Zero(d);
  auto signed_max = hn::Set(ds, hwy::LimitsMin<SignedBits>());
  auto magnitude_min = hn::Set(d, hwy::LimitsMax<Bits>());
  auto negatives = hn::Zero(d);
  auto nonzeros = hn::Zero(d);
  auto normals = hn::Zero(d);
  MaskCounter<decltype(d)> finites, pos_infs, neg_infs;
  hn::Vec<decltype(d64)> sums[2] = {hn::Zero(d64), hn::Zero(d64)};
  hn::Vec<decltype(d64)> squares[2] = {hn::Zero(d64), hn::Zero(d64)};
  HWY_ALIGN std::byte replaced[kVectors * HWY_MAX_BYTES];

  for (size_t i = 0; i < n; i += kVectors * lanes) {
    const std::byte* from = data + i * sizeof(Bits);
    TDBG_UNROLL
    for (size_t v = 0; v < kVectors; ++v) {
      auto bits = hn::LoadU(d, At<Bits>(from, v * lanes));
      auto magnitude = hn::Add(bits, bits);
      if constexpr (kAssume == Assume::kNothing) {
        const auto finite = hn::Lt(magnitude, hn::Set(d, Const::kInfiniteMagnitude));
        finites.Add(finite);
        pos_infs.Add(hn::Eq(bits, hn::Set(d, Const::kInfinity)));
        neg_infs.Add(hn::Eq(bits, hn::Set(d, Const::kInfinity | Const::kSign)));
        bits = hn::IfThenElse(finite, bits, stand_ins);
        magnitude = hn::Add(bits, bits);
        hn::Store(bits, d, reinterpret_cast<Bits*>(replaced) + v * lanes);
      }
      unsigned_max = hn::Max(unsigned_max, bits);
      signed_max = hn::Max(signed_max, hn::BitCast(ds, bits));
      const auto sign = hn::ShiftRight<sizeof(Bits) * 8 - 1>(bits);
      if constexpr (kAssume == Assume::kNormal) {
        negatives = hn::Add(negatives, sign);
        magnitude_min = hn::Min(magnitude_min, magnitude);
      } else {
        const auto nonzero = hn::Min(magnitude, one);
        nonzeros = hn::Add(nonzeros, nonzero);
        negatives = hn::Add(negatives, hn::And(sign, nonzero));
        // One less, so that zeros wrap around and the smallest other magnitude is seen.
        magnitude_min = hn::Min(magnitude_min, hn::Sub(magnitude, one));
        if constexpr (kCountsSubnormals) {
          const auto exponent = hn::ShiftRight<F::kMantissaBits + 1>(magnitude);
          normals = hn::Add(normals, hn::Min(exponent, one));
        }
      }
    }
    if constexpr (kAssume == Assume::kNothing) from = replaced;
    TDBG_UNROLL
    for (size_t part = 0; part < kParts; ++part) {
      auto x = F::Decode(d64, from, part);
      if constexpr (kAssume == Assume::kNothing) x = hn::Sub(x, bases);
      sums[part % 2] = hn::Add(sums[part % 2], x);
      squares[part % 2] = hn::MulAdd(x, x, squares[part % 2]);
    }
  }

  const auto all = static_cast<int64_t>(n);
  FloatBlock<F> block;
  block.base = base;
  block.finite = kAssume == Assume::kNothing ? finites.Total() : all;
  block.pos_inf = pos_infs.Total();
  block.neg_inf = neg_infs.Total();
  block.negative = SumOf(d, negatives);
  int64_t nonzero = kAssume == Assume::kNormal ? all : SumOf(d, nonzeros);
  int64_t normal = kCountsSubnormals ? SumOf(d, normals) : nonzero;
  // Each stand-in was counted as what it is.
  const int64_t stand_in_count = all - block.finite;
  if (static_cast<Bits>(stand_in << 1) != 0) nonzero -= stand_in_count;
  if (static_cast<Bits>(stand_in << 1) >= Const::kSmallestNormalMagnitude) normal -= stand_in_count;
  if (stand_in > Const::kSign) block.negative -= stand_in_count;
  block.zero = block.finite - nonzero;
  block.subnormal = nonzero - normal;

  auto smallest = hn::GetLane(hn::MinOfLanes(d, magnitude_min));
  if (kAssume != Assume::kNormal) ++smallest;
  const Bits lowest = hn::GetLane(hn::MaxOfLanes(d, unsigned_max));
  const auto highest = static_cast<Bits>(hn::GetLane(hn::MaxOfLanes(ds, signed_max)));
  const bool any_sign = lowest >= Const::kSign;
  const bool any_unsigned = highest < Const::kSign;
  const Bits nearest_zero = block.zero > 0 ? 0 : static_cast<Bits>(smallest >> 1);
  block.min = any_sign ? lowest : nearest_zero;
  block.max = any_unsigned ? highest : static_cast<Bits>(nearest_zero | Const::kSign);

  block.sum = hn::GetLane(hn::SumOfLanes(d64, hn::Add(sums[0], sums[1])));
  const double square_sum = hn::GetLane(hn::SumOfLanes(d64, hn::Add(squares[0], squares[1])));
  const bool constant = block.min == block.max || nonzero == 0;
  const auto count = static_cast<double>(std::max<int64_t>(block.finite, 1));
  if (constant) {
    block.base = std::bit_cast<double>(F::ToF64Bits(nonzero == 0 ? Bits{0} : block.min));
    block.sum = 0;
  } else {
    block.m2 = std::max(0.0, square_sum - block.sum * block.sum / count);
  }

  const double mean = block.base + block.sum / count;
  const bool spread_out =
      constant || block.m2 > kSafeVarianceShare * (block.m2 + count * mean * mean);
  const bool any_bad = block.finite < all || (any_sign && !Const::IsFinite(lowest)) ||
                       (any_unsigned && !Const::IsFinite(highest));
  const bool any_subnormal = nonzero > 0 && smallest < Const::kSmallestNormalMagnitude;
  if (any_bad || !spread_out ||
      (any_subnormal && kAssume != Assume::kNormal && !F::kSubnormalsAreCommon)) {
    block.needed = Assume::kNothing;
  } else if (any_subnormal || block.zero > 0) {
    block.needed = Assume::kFinite;
  } else {
    block.needed = Assume::kNormal;
  }
  return block;
}

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

template <class F>
int64_t FirstBad(const std::byte* data) {
  using Bits = typename F::Bits;
  int64_t i = 0;
  while (FloatBits<F>::IsFinite(LoadUnaligned<Bits>(data + i * int64_t{sizeof(Bits)}))) ++i;
  return i;
}

// `padding` of the n elements, at the end, are NaNs of ours. `assume` is where to start, and then
// where the next block should.
template <class F>
void AddFloatBlock(const std::byte* data, size_t n, int64_t padding, Assume& assume,
                   HealthSums& sums) {
  FloatBlock<F> block;
  for (;;) {
    switch (assume) {
      case Assume::kNormal:
        block = ReadFloatBlock<F, Assume::kNormal>(data, n, 0);
        break;
      case Assume::kFinite:
        block = ReadFloatBlock<F, Assume::kFinite>(data, n, 0);
        break;
      case Assume::kNothing:
        block = ReadFloatBlock<F, Assume::kNothing>(data, n, FirstFinite<F>(data, n));
        break;
    }
    const bool assumed_too_much = block.needed > assume;
    assume = block.needed;
    if (!assumed_too_much) break;
  }

  Health& counts = sums.counts;
  const int64_t elements = static_cast<int64_t>(n) - padding;
  if (counts.first_bad < 0 && block.finite < elements) {
    counts.first_bad = counts.elements + FirstBad<F>(data);
  }
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

template <class F>
void AddFloats(const std::byte* data, int64_t n, HealthSums& sums) {
  using Bits = typename F::Bits;
  Assume assume = Assume::kNormal;
  const BlockSize size{.step = FloatStep<F>(), .block = kFloatBlock<F>};
  ForEachBlock<Bits>(
      data, n, size, [](const std::byte*) { return FloatBits<F>::kNan; },
      [&](const std::byte* block, size_t block_n, int64_t padding) {
        if (padding > 0) assume = Assume::kNothing;
        AddFloatBlock<F>(block, block_n, padding, assume, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_FLOAT_INL_H_
