// Health of 16-, 32- and 64-bit integers in vectors. Included once per SIMD target.
//
// Sums are exact: of 16- and 32-bit elements so are the squares; the squares of 64-bit ones are of
// the distances, as float64, from an element of the block.

#if defined(TDBG_TENSOR_HEALTH_INT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_INT_INL_H_
#undef TDBG_TENSOR_HEALTH_INT_INL_H_
#else
#define TDBG_TENSOR_HEALTH_INT_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

template <typename T>
struct IntBlock {
  T min = 0;
  T max = 0;
  int64_t negative = 0;
  int64_t nonzero = 0;
  Int128 sum = 0;
  Uint128 squares = 0;
  double m2 = 0;  // of 64-bit elements, instead of squares
};

// The lower and upper halves of every 64-bit lane, added up apart: a sum of numbers of up to 64
// bits.
class SplitSum {
  using D = hn::ScalableTag<uint64_t>;

 public:
  HWY_INLINE SplitSum() : low_(hn::Zero(D())), high_(hn::Zero(D())) {}
  HWY_INLINE void Add(hn::Vec<D> v) {
    low_ = hn::Add(low_, hn::And(v, hn::Set(D(), 0xffffffffu)));
    high_ = hn::Add(high_, hn::ShiftRight<32>(v));
  }
  HWY_INLINE Uint128 Total() const {
    const auto low = static_cast<uint64_t>(SumOf(D(), low_));
    return (Uint128{static_cast<uint64_t>(SumOf(D(), high_))} << 32) + low;
  }
  // The sum of the 32-bit numbers in both halves.
  HWY_INLINE Uint128 TotalOfHalves() const {
    return static_cast<uint64_t>(SumOf(D(), hn::Add(low_, high_)));
  }

 private:
  hn::Vec<D> low_;
  hn::Vec<D> high_;
};

// Smallest, largest and counts: the part that is the same for all widths.
template <typename T>
class IntRange {
  using D = hn::ScalableTag<T>;
  using U = std::make_unsigned_t<T>;
  using DU = hn::ScalableTag<U>;

 public:
  HWY_INLINE IntRange()
      : min_(hn::Set(D(), hwy::LimitsMax<T>())),
        max_(hn::Set(D(), hwy::LimitsMin<T>())),
        nonzeros_(hn::Zero(DU())),
        negatives_(hn::Zero(DU())) {}
  HWY_INLINE void Add(hn::Vec<D> v) {
    min_ = hn::Min(min_, v);
    max_ = hn::Max(max_, v);
    const auto bits = hn::BitCast(DU(), v);
    nonzeros_ = hn::Add(nonzeros_, hn::Min(bits, hn::Set(DU(), U{1})));
    if constexpr (std::is_signed_v<T>) {
      negatives_ = hn::Add(negatives_, hn::ShiftRight<sizeof(T) * 8 - 1>(bits));
    }
  }
  HWY_INLINE void Finish(IntBlock<T>& block) const {
    block.min = hn::GetLane(hn::MinOfLanes(D(), min_));
    block.max = hn::GetLane(hn::MaxOfLanes(D(), max_));
    block.nonzero = SumOf(DU(), nonzeros_);
    block.negative = SumOf(DU(), negatives_);
  }

 private:
  hn::Vec<D> min_;
  hn::Vec<D> max_;
  hn::Vec<DU> nonzeros_;
  hn::Vec<DU> negatives_;
};

// An unsigned number with its upper bit turned around is a signed one, smaller by `kOffset`.
template <typename T>
constexpr int64_t kOffset = std::is_signed_v<T> ? 0 : int64_t{1} << (sizeof(T) * 8 - 1);

template <typename T, class V>
HWY_INLINE auto ToSigned(V v) {
  const hn::ScalableTag<T> d;
  const hn::RebindToSigned<decltype(d)> ds;
  if constexpr (std::is_signed_v<T>) {
    return v;
  } else {
    return hn::BitCast(ds, hn::Xor(v, hn::Set(d, static_cast<T>(kOffset<T>))));
  }
}

// Turns `squares` of the signed numbers into those of the unsigned; `sum` is right already.
template <typename T>
void AddOffset(int64_t n, IntBlock<T>& block) {
  constexpr Int128 kBy = kOffset<T>;
  block.squares += static_cast<Uint128>(2 * kBy * block.sum - n * kBy * kBy);
}

template <typename T>
HWY_NOINLINE IntBlock<T> ReadBlock16(const std::byte* data, size_t n) {
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<int16_t> d16;
  const hn::ScalableTag<int32_t> d32;
  const hn::ScalableTag<uint64_t> d64;
  const auto ones = hn::Set(d16, int16_t{1});
  IntRange<T> range;
  // A pair of squares can be 2^31, which is not negative but all that an unsigned sum can hold.
  SplitSum squares;
  auto sums = hn::Zero(d32);
  auto unused = hn::Zero(d32);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, At<T>(data, i));
    range.Add(v);
    const auto s = ToSigned<T>(v);
    sums = hn::ReorderWidenMulAccumulate(d32, s, ones, sums, unused);
    const auto pairs = hn::ReorderWidenMulAccumulate(d32, s, s, hn::Zero(d32), unused);
    squares.Add(hn::BitCast(d64, pairs));
  }
  IntBlock<T> block;
  range.Finish(block);
  const auto count = static_cast<int64_t>(n);
  block.sum = hn::GetLane(hn::SumOfLanes(d32, sums)) + count * kOffset<T>;
  block.squares = squares.TotalOfHalves();
  AddOffset(count, block);
  return block;
}

template <typename T>
HWY_NOINLINE IntBlock<T> ReadBlock32(const std::byte* data, size_t n) {
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<int32_t> d32;
  const hn::ScalableTag<uint64_t> d64;
  IntRange<T> range;
  SplitSum sums;
  SplitSum squares;
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, At<T>(data, i));
    range.Add(v);
    sums.Add(hn::BitCast(d64, v));
    const auto s = ToSigned<T>(v);
    const auto odd = hn::BitCast(d32, hn::ShiftRight<32>(hn::BitCast(d64, s)));
    // Two squares of at most 2^62 each fit.
    const auto pairs = hn::Add(hn::MulEven(s, s), hn::MulEven(odd, odd));
    squares.Add(hn::BitCast(d64, pairs));
  }
  IntBlock<T> block;
  range.Finish(block);
  // As unsigned numbers the negative ones were 2^32 too large.
  block.sum = static_cast<Int128>(sums.TotalOfHalves()) - (Int128{block.negative} << 32);
  block.squares = squares.Total();
  AddOffset(static_cast<int64_t>(n), block);
  return block;
}

// `elements` of the n are real, the others equal the first. Distances are those of the numbers
// shifted right by kShift: by 0 unless they could overflow.
template <typename T, int kShift>
HWY_NOINLINE IntBlock<T> ReadBlock64(const std::byte* data, size_t n, int64_t elements) {
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<uint64_t> du64;
  const hn::ScalableTag<double> df;
  const auto shifted = [](auto v) HWY_ATTR {
    const auto s = ToSigned<T>(v);
    if constexpr (kShift == 0) return s;
    if constexpr (kShift != 0) return hn::ShiftRight<kShift>(s);
  };
  const auto origin = shifted(hn::Set(d, LoadUnaligned<T>(data)));
  IntRange<T> range;
  SplitSum sums;
  hn::Vec<decltype(df)> distances[2] = {hn::Zero(df), hn::Zero(df)};
  hn::Vec<decltype(df)> squares[2] = {hn::Zero(df), hn::Zero(df)};
  for (size_t i = 0; i < n; i += 2 * hn::Lanes(d)) {
    TDBG_UNROLL
    for (size_t k = 0; k < 2; ++k) {
      const auto v = hn::LoadU(d, At<T>(data, i + k * hn::Lanes(d)));
      range.Add(v);
      sums.Add(hn::BitCast(du64, v));
      const auto x = hn::ConvertTo(df, hn::Sub(shifted(v), origin));
      distances[k] = hn::Add(distances[k], x);
      squares[k] = hn::MulAdd(x, x, squares[k]);
    }
  }
  IntBlock<T> block;
  range.Finish(block);
  const auto spread = static_cast<uint64_t>(block.max) - static_cast<uint64_t>(block.min);
  if (kShift == 0 && spread > INT64_MAX) return ReadBlock64<T, 1>(data, n, elements);

  // As unsigned numbers the negative ones were 2^64 too large.
  block.sum = static_cast<Int128>(sums.Total()) - (Int128{block.negative} << 64);
  const double sum = hn::GetLane(hn::SumOfLanes(df, hn::Add(distances[0], distances[1])));
  const double square_sum = hn::GetLane(hn::SumOfLanes(df, hn::Add(squares[0], squares[1])));
  constexpr double kUnit = 1 << kShift;
  const double mean = sum / static_cast<double>(elements);
  block.m2 = std::max(0.0, square_sum - sum * mean) * kUnit * kUnit;
  return block;
}

// n elements of which the last `padding` equal the first.
template <typename T>
void AddIntBlock(const std::byte* data, size_t n, int64_t padding, HealthSums& sums) {
  const int64_t elements = static_cast<int64_t>(n) - padding;
  IntBlock<T> block;
  if constexpr (sizeof(T) == 2) block = ReadBlock16<T>(data, n);
  if constexpr (sizeof(T) == 4) block = ReadBlock32<T>(data, n);
  if constexpr (sizeof(T) == 8) block = ReadBlock64<T, 0>(data, n, elements);
  const Int128 filler = LoadUnaligned<T>(data);
  block.sum -= padding * filler;
  block.nonzero -= filler != 0 ? padding : 0;
  block.negative -= filler < 0 ? padding : 0;

  Health& counts = sums.counts;
  counts.elements += elements;
  counts.negative += block.negative;
  counts.zero += elements - block.nonzero;
  counts.positive += block.nonzero - block.negative;

  IntSums::Block total{.n = elements, .min = block.min, .max = block.max, .sum = block.sum};
  if constexpr (sizeof(T) == 8) {
    sums.ints.AddWithSpread(total, block.m2);
  } else {
    total.squares = block.squares - static_cast<Uint128>(padding * filler * filler);
    sums.ints.Add(total);
  }
}

template <typename T>
void AddInts(const std::byte* data, int64_t n, HealthSums& sums) {
  const BlockSize size{.step = hn::Lanes(hn::ScalableTag<T>()) * (sizeof(T) == 8 ? 2 : 1),
                       .block = kBlockBytes / sizeof(T)};
  ForEachBlock<T>(
      data, n, size, [](const std::byte* rest) { return LoadUnaligned<T>(rest); },
      [&](const std::byte* block, size_t block_n, int64_t padding) {
        AddIntBlock<T>(block, block_n, padding, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_INT_INL_H_
