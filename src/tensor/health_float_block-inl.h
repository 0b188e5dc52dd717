// Reads one block of f32, f64, f16 or bf16 in vectors. Included once per SIMD target.
//
// Nothing here compares floats: elements are ordered by their bits. As unsigned numbers the largest
// bits are those of the most negative element, if there is a negative one; as signed numbers the
// largest are those of the most positive, if there is one; twice the bits is the magnitude.

#if defined(TDBG_TENSOR_HEALTH_FLOAT_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_FLOAT_BLOCK_INL_H_
#undef TDBG_TENSOR_HEALTH_FLOAT_BLOCK_INL_H_
#else
#define TDBG_TENSOR_HEALTH_FLOAT_BLOCK_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"
#include "tensor/narrow_float.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// What a loop takes for granted: the less, the slower. Each notices when it assumed too much.
enum class Assume {
  kNormal,        // no zero, no subnormal, no infinity, no NaN, and a spread worth its mean
  kNormalOrZero,  // the same, but zeros are welcome
  kFinite,        // and subnormals
  kNothing,
};

// A variance below this share of the mean square has lost too many digits to cancellation.
constexpr double kSafeVarianceShare = 1e-5;

// The float types: how many of the bits are mantissa, and how a vector of float64 is had from
// memory. `part` counts such vectors from `from` on.
struct F64Lanes {
  using Bits = uint64_t;
  static constexpr int kMantissaBits = 52;
  static uint64_t ToF64Bits(Bits bits) { return bits; }

  template <class D64>
  static hn::Vec<D64> Decode(D64 d, const std::byte* from, size_t part) {
    return hn::LoadU(d, At<double>(from, part * hn::Lanes(d)));
  }
};

struct F32Lanes {
  using Bits = uint32_t;
  static constexpr int kMantissaBits = 23;
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
  // A magnitude is twice the bits: that shifts the sign out.
  static constexpr Bits kInfiniteMagnitude = static_cast<Bits>(kInfinity << 1);
  static constexpr Bits kSmallestNormalMagnitude = static_cast<Bits>(Bits{2} << F::kMantissaBits);

  static bool IsFinite(Bits bits) { return static_cast<Bits>(bits << 1) < kInfiniteMagnitude; }
};

// The elements of a block, at most 2^12: then sums of f16, whose numbers have 40 bits and whose
// differences have 41, are exact.
template <class F>
constexpr size_t kFloatBlock = std::min(kBlockBytes / sizeof(typename F::Bits), size_t{1} << 12);

// How many elements one turn of the loops takes: at least two vectors of float64, so that sums have
// two chains of additions.
template <class F>
constexpr size_t kFloatStep =
    HWY_LANES(typename F::Bits) * (sizeof(typename F::Bits) == sizeof(double) ? 2 : 1);

template <class F>
struct FloatBlock {
  using Bits = typename F::Bits;
  int64_t neg_inf;
  int64_t pos_inf;
  int64_t finite;
  int64_t negative;
  int64_t zero;
  int64_t subnormal;
  Bits min;
  Bits max;
  double base;
  double sum;  // of x - base
  double m2;
  // If there is an infinity or NaN and that was not expected, or if more is needed than was
  // assumed, nothing else here holds.
  bool any_bad;
  Assume needed;  // by the finite elements
};

// From the sums of x - base and of its squares; all else in the block is set.
template <class F>
void SetMoments(bool constant, double base, double sum, double squares, FloatBlock<F>& block) {
  if (constant) {
    block.base = block.zero > 0 ? 0 : std::bit_cast<double>(F::ToF64Bits(block.min));
    block.sum = 0;
    block.m2 = 0;
    return;
  }
  block.base = base;
  block.sum = sum;
  block.m2 = std::max(0.0, squares - sum * (sum / static_cast<double>(block.finite)));
}

// One of the loops: Read every step of the block, then Finish.
//
// With kNothing, infinities and NaNs are read as `stand_in`, a finite element of the block if it
// has one, which is also what sums are measured from; the other loops measure from 0.
template <class F, Assume kAssume>
class BlockReader {
  using Bits = typename F::Bits;
  using SignedBits = std::make_signed_t<Bits>;
  using D = hn::ScalableTag<Bits>;
  using DSigned = hn::ScalableTag<SignedBits>;
  using D64 = hn::ScalableTag<double>;
  using Const = FloatBits<F>;
  static constexpr bool kAnything = kAssume == Assume::kNothing;
  static constexpr bool kCountsZeros = kAssume >= Assume::kNormalOrZero;
  static constexpr bool kCountsSubnormals = kAssume >= Assume::kFinite;
  static constexpr size_t kLanes = HWY_LANES(Bits);

 public:
  HWY_INLINE explicit BlockReader(Bits stand_in)
      : stand_in_(stand_in),
        base_(kAnything ? std::bit_cast<double>(F::ToF64Bits(stand_in)) : 0),
        unsigned_max_(hn::Zero(D())),
        signed_max_(hn::Set(DSigned(), hwy::LimitsMin<SignedBits>())),
        magnitude_min_(hn::Set(D(), hwy::LimitsMax<Bits>())),
        negatives_(hn::Zero(D())),
        nonzeros_(hn::Zero(D())),
        normals_(hn::Zero(D())),
        even_sum_(hn::Zero(D64())),
        odd_sum_(hn::Zero(D64())),
        even_squares_(hn::Zero(D64())),
        odd_squares_(hn::Zero(D64())) {}

  HWY_INLINE void Read(const std::byte* step) {
    HWY_ALIGN Bits replaced[kFloatStep<F>];
    TDBG_UNROLL
    for (size_t i = 0; i < kFloatStep<F>; i += kLanes) {
      auto bits = hn::LoadU(D(), At<Bits>(step, i));
      if constexpr (kAnything) {
        bits = CountAndReplaceBad(bits);
        hn::Store(bits, D(), replaced + i);
      }
      Classify(bits);
    }
    if constexpr (kAnything) step = reinterpret_cast<const std::byte*>(replaced);
    // Two chains of additions.
    TDBG_UNROLL
    for (size_t part = 0; part < kFloatStep<F> / HWY_LANES(double); part += 2) {
      AddPart(F::Decode(D64(), step, part), even_sum_, even_squares_);
      AddPart(F::Decode(D64(), step, part + 1), odd_sum_, odd_squares_);
    }
  }

  // Fills in `block` once all of its `all` elements were read.
  HWY_INLINE void Finish(int64_t all, FloatBlock<F>& block) const {
    block.finite = kAnything ? finites_.Total() : all;
    block.pos_inf = pos_infs_.Total();
    block.neg_inf = neg_infs_.Total();
    block.negative = SumOf(D(), negatives_);
    int64_t nonzero = kCountsZeros ? SumOf(D(), nonzeros_) : all;
    int64_t normal = kCountsSubnormals ? SumOf(D(), normals_) : nonzero;
    // Each stand-in was counted as what it is.
    const int64_t stand_ins = all - block.finite;
    const auto stand_in_magnitude = static_cast<Bits>(stand_in_ << 1);
    if (stand_in_magnitude != 0) nonzero -= stand_ins;
    if (stand_in_magnitude >= Const::kSmallestNormalMagnitude) normal -= stand_ins;
    if (stand_in_ > Const::kSign) block.negative -= stand_ins;
    block.zero = block.finite - nonzero;
    block.subnormal = nonzero - normal;

    auto smallest = hn::GetLane(hn::MinOfLanes(D(), magnitude_min_));
    if (kCountsZeros) ++smallest;
    const Bits lowest = hn::GetLane(hn::MaxOfLanes(D(), unsigned_max_));
    const auto highest = static_cast<Bits>(hn::GetLane(hn::MaxOfLanes(DSigned(), signed_max_)));
    const bool any_sign = lowest >= Const::kSign;
    const bool any_unsigned = highest < Const::kSign;
    const Bits nearest_zero = block.zero > 0 ? 0 : static_cast<Bits>(smallest >> 1);
    block.min = any_sign ? lowest : nearest_zero;
    block.max = any_unsigned ? highest : static_cast<Bits>(nearest_zero | Const::kSign);
    block.any_bad = block.finite < all || (any_sign && !Const::IsFinite(lowest)) ||
                    (any_unsigned && !Const::IsFinite(highest));

    const bool constant = nonzero == 0 || block.min == block.max;
    const double sum = TotalOf(even_sum_, odd_sum_);
    const double squares = TotalOf(even_squares_, odd_squares_);
    SetMoments(constant, base_, sum, squares, block);
    const bool any_subnormal = nonzero > 0 && smallest < Const::kSmallestNormalMagnitude;
    if (!constant && !IsSpreadOut(block)) {
      block.needed = Assume::kNothing;
    } else if (any_subnormal && kCountsZeros) {
      block.needed = Assume::kFinite;
    } else if (any_subnormal || block.zero > 0) {
      block.needed = Assume::kNormalOrZero;
    } else {
      block.needed = Assume::kNormal;
    }
  }

 private:
  HWY_INLINE hn::Vec<D> CountAndReplaceBad(hn::Vec<D> bits) {
    const D d;
    const auto finite = hn::Lt(hn::Add(bits, bits), hn::Set(d, Const::kInfiniteMagnitude));
    finites_.Add(finite);
    pos_infs_.Add(hn::Eq(bits, hn::Set(d, Const::kInfinity)));
    neg_infs_.Add(hn::Eq(bits, hn::Set(d, static_cast<Bits>(Const::kInfinity | Const::kSign))));
    return hn::IfThenElse(finite, bits, hn::Set(d, stand_in_));
  }

  HWY_INLINE void Classify(hn::Vec<D> bits) {
    const D d;
    const auto one = hn::Set(d, Bits{1});
    const auto magnitude = hn::Add(bits, bits);
    const auto sign = hn::ShiftRight<sizeof(Bits) * 8 - 1>(bits);
    unsigned_max_ = hn::Max(unsigned_max_, bits);
    signed_max_ = hn::Max(signed_max_, hn::BitCast(DSigned(), bits));
    if constexpr (kCountsZeros) {
      const auto nonzero = hn::Min(magnitude, one);
      nonzeros_ = hn::Add(nonzeros_, nonzero);
      negatives_ = hn::Add(negatives_, hn::And(sign, nonzero));
      // One less, so that zeros wrap around and the smallest other magnitude is seen.
      magnitude_min_ = hn::Min(magnitude_min_, hn::Sub(magnitude, one));
    } else {
      negatives_ = hn::Add(negatives_, sign);
      magnitude_min_ = hn::Min(magnitude_min_, magnitude);
    }
    if constexpr (kCountsSubnormals) {
      const auto exponent = hn::ShiftRight<F::kMantissaBits + 1>(magnitude);
      normals_ = hn::Add(normals_, hn::Min(exponent, one));
    }
  }

  HWY_INLINE void AddPart(hn::Vec<D64> x, hn::Vec<D64>& sum, hn::Vec<D64>& squares) const {
    if constexpr (kAnything) x = hn::Sub(x, hn::Set(D64(), base_));
    sum = hn::Add(sum, x);
    squares = hn::MulAdd(x, x, squares);
  }

  static bool IsSpreadOut(const FloatBlock<F>& block) {
    const auto n = static_cast<double>(block.finite);
    const double mean = block.base + block.sum / n;
    return block.m2 > kSafeVarianceShare * (block.m2 + n * mean * mean);
  }

  const Bits stand_in_;
  const double base_;
  hn::Vec<D> unsigned_max_;
  hn::Vec<DSigned> signed_max_;
  hn::Vec<D> magnitude_min_;
  hn::Vec<D> negatives_;
  hn::Vec<D> nonzeros_;
  hn::Vec<D> normals_;
  MaskCounter<D> finites_, pos_infs_, neg_infs_;
  hn::Vec<D64> even_sum_;
  hn::Vec<D64> odd_sum_;
  hn::Vec<D64> even_squares_;
  hn::Vec<D64> odd_squares_;
};

// n is a multiple of the step. The result is not returned but set, because copies of it cost more
// than they look: the processor waits for what was just written piece by piece.
template <class F, Assume kAssume>
HWY_NOINLINE void ReadFloatBlock(const std::byte* data, size_t n, typename F::Bits stand_in,
                                 FloatBlock<F>& block) {
  BlockReader<F, kAssume> reader(stand_in);
  for (size_t i = 0; i < n; i += kFloatStep<F>) reader.Read(data + i * sizeof(typename F::Bits));
  reader.Finish(static_cast<int64_t>(n), block);
}

// Steps that were left out because of an infinity or NaN in them, by their first element. More than
// a few are not worth it.
template <class F>
struct SkippedSteps {
  static constexpr size_t kMost = kFloatBlock<F> / kFloatStep<F> / 4;

  size_t n = 0;
  uint16_t first[kMost];
};

template <class F>
HWY_INLINE bool IsFiniteStep(const std::byte* step) {
  using Bits = typename F::Bits;
  const hn::ScalableTag<Bits> d;
  auto magnitude = hn::Zero(d);
  TDBG_UNROLL
  for (size_t i = 0; i < kFloatStep<F>; i += HWY_LANES(Bits)) {
    const auto bits = hn::LoadU(d, At<Bits>(step, i));
    magnitude = hn::Max(magnitude, hn::Add(bits, bits));
  }
  return hn::AllTrue(d, hn::Lt(magnitude, hn::Set(d, FloatBits<F>::kInfiniteMagnitude)));
}

// The same, but for the steps with infinities and NaNs: those go to `skipped`. If there are too
// many of them, any_bad says so.
template <class F, Assume kAssume>
HWY_NOINLINE void ReadFiniteSteps(const std::byte* data, size_t n, SkippedSteps<F>& skipped,
                                  FloatBlock<F>& block) {
  BlockReader<F, kAssume> reader(0);
  skipped.n = 0;
  for (size_t i = 0; i < n; i += kFloatStep<F>) {
    const std::byte* step = data + i * sizeof(typename F::Bits);
    if (HWY_LIKELY(IsFiniteStep<F>(step))) {
      reader.Read(step);
    } else if (skipped.n < skipped.kMost) {
      skipped.first[skipped.n++] = static_cast<uint16_t>(i);
    } else {
      block.any_bad = true;
      return;
    }
  }
  reader.Finish(static_cast<int64_t>(n - skipped.n * kFloatStep<F>), block);
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_FLOAT_BLOCK_INL_H_
