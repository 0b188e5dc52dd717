// Health of the integers, bools and fp4 that take one byte an element, in vectors. Included once
// per SIMD target. Everything is exact.

#if defined(TDBG_TENSOR_HEALTH_BYTE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_BYTE_INL_H_
#undef TDBG_TENSOR_HEALTH_BYTE_INL_H_
#else
#define TDBG_TENSOR_HEALTH_BYTE_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "tensor/element.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

using DByte = hn::ScalableTag<uint8_t>;

// From the byte in memory to the number: a type T of one byte, a function of vectors, the same
// function of one byte, and whether a number of 1 or -1 is a subnormal float.
struct U8Bytes {
  using T = uint8_t;
  static constexpr bool kOneIsSubnormal = false;
  HWY_INLINE hn::Vec<DByte> operator()(hn::Vec<DByte> raw) const { return raw; }
  T Scalar(uint8_t raw) const { return raw; }
};

struct I8Bytes {
  using T = int8_t;
  static constexpr bool kOneIsSubnormal = false;
  HWY_INLINE hn::Vec<DByte> operator()(hn::Vec<DByte> raw) const { return raw; }
  T Scalar(uint8_t raw) const { return static_cast<T>(raw); }
};

struct BoolBytes {
  using T = uint8_t;
  static constexpr bool kOneIsSubnormal = false;
  HWY_INLINE hn::Vec<DByte> operator()(hn::Vec<DByte> raw) const {
    return hn::Min(raw, hn::Set(DByte(), uint8_t{1}));
  }
  T Scalar(uint8_t raw) const { return raw != 0; }
};

// Bytes whose low four bits say which number of a table the element is.
struct NibbleBytes {
  using T = int8_t;
  static constexpr bool kOneIsSubnormal = false;
  HWY_ALIGN std::array<int8_t, 16> table;

  HWY_INLINE hn::Vec<DByte> operator()(hn::Vec<DByte> raw) const {
    const auto numbers = hn::LoadDup128(hn::ScalableTag<int8_t>(), table.data());
    const auto indices = hn::And(raw, hn::Set(DByte(), uint8_t{15}));
    return hn::BitCast(DByte(), hn::TableLookupBytes(numbers, indices));
  }
  T Scalar(uint8_t raw) const { return table[raw & 15]; }
};

struct Fp4Bytes : NibbleBytes {
  static constexpr bool kOneIsSubnormal = true;
};

struct ByteBlock {
  int64_t min = 0;
  int64_t max = 0;
  int64_t negative = 0;
  int64_t nonzero = 0;
  int64_t subnormal = 0;
  int64_t sum = 0;
  int64_t squares = 0;
};

// n is at most 255 vectors, so that counts fit bytes.
template <class Bytes>
HWY_NOINLINE ByteBlock ReadByteBlock(const std::byte* data, size_t n, const Bytes& bytes) {
  using T = typename Bytes::T;
  constexpr bool kSigned = std::is_signed_v<T>;
  const DByte d;
  const hn::ScalableTag<T> dt;
  const hn::ScalableTag<int16_t> d16;
  const hn::ScalableTag<uint16_t> du16;
  const hn::ScalableTag<int32_t> d32;
  const hn::ScalableTag<uint64_t> d64;
  const auto one = hn::Set(d, uint8_t{1});
  const auto sign = hn::Set(d, uint8_t{kSigned ? 0x80 : 0});

  auto min = hn::Set(dt, hwy::LimitsMax<T>());
  auto max = hn::Set(dt, hwy::LimitsMin<T>());
  auto nonzeros = hn::Zero(d);
  auto subnormals = hn::Zero(d);
  auto negatives = hn::Zero(dt);
  auto sums = hn::Zero(d64);
  auto squares = hn::Zero(d32);
  auto unused = hn::Zero(d32);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto v = bytes(hn::LoadU(d, At<uint8_t>(data, i)));
    const auto t = hn::BitCast(dt, v);
    min = hn::Min(min, t);
    max = hn::Max(max, t);
    nonzeros = hn::Add(nonzeros, hn::Min(v, one));
    sums = hn::Add(sums, hn::SumsOf8(hn::Xor(v, sign)));
    const auto pairs = hn::BitCast(du16, v);
    auto even = hn::BitCast(d16, hn::ShiftRight<8>(hn::ShiftLeft<8>(pairs)));
    auto odd = hn::BitCast(d16, hn::ShiftRight<8>(pairs));
    if constexpr (kSigned) {
      const auto below_zero = hn::Min(hn::Max(t, hn::Set(dt, T{-1})), hn::Zero(dt));
      negatives = hn::Sub(negatives, below_zero);
      even = hn::ShiftRight<8>(hn::BitCast(d16, hn::ShiftLeft<8>(pairs)));
      odd = hn::ShiftRight<8>(hn::BitCast(d16, pairs));
    }
    if constexpr (Bytes::kOneIsSubnormal) {
      const auto is_one = hn::Eq(hn::BitCast(d, hn::Abs(t)), one);
      subnormals = hn::Sub(subnormals, hn::VecFromMask(d, is_one));
    }
    squares = hn::ReorderWidenMulAccumulate(d32, even, even, squares, unused);
    squares = hn::ReorderWidenMulAccumulate(d32, odd, odd, squares, unused);
  }

  HWY_ALIGN T lowest[HWY_MAX_BYTES];
  HWY_ALIGN T highest[HWY_MAX_BYTES];
  hn::Store(min, dt, lowest);
  hn::Store(max, dt, highest);
  ByteBlock block;
  block.min = *std::min_element(lowest, lowest + hn::Lanes(dt));
  block.max = *std::max_element(highest, highest + hn::Lanes(dt));
  block.nonzero = SumOf(d64, hn::SumsOf8(nonzeros));
  block.subnormal = SumOf(d64, hn::SumsOf8(subnormals));
  block.negative = SumOf(d64, hn::SumsOf8(hn::BitCast(d, negatives)));
  const auto count = static_cast<int64_t>(n);
  block.sum = SumOf(d64, sums) - (kSigned ? 128 * count : 0);
  block.squares = hn::GetLane(hn::SumOfLanes(d32, squares));
  return block;
}

template <class Bytes>
void AddBytes(const std::byte* data, int64_t n, const Bytes& bytes, HealthSums& sums) {
  const size_t lanes = hn::Lanes(DByte());
  const BlockSize size{.step = lanes, .block = 255 * lanes};
  ForEachBlock<uint8_t>(
      data, n, size, [](const std::byte* rest) { return LoadUnaligned<uint8_t>(rest); },
      [&](const std::byte* from, size_t block_n, int64_t padding) {
        ByteBlock block = ReadByteBlock(from, block_n, bytes);
        const int64_t filler = bytes.Scalar(LoadUnaligned<uint8_t>(from));
        const int64_t elements = static_cast<int64_t>(block_n) - padding;
        block.nonzero -= filler != 0 ? padding : 0;
        if (Bytes::kOneIsSubnormal && filler * filler == 1) block.subnormal -= padding;
        block.negative -= filler < 0 ? padding : 0;

        Health& counts = sums.counts;
        counts.elements += elements;
        counts.negative += block.negative;
        counts.zero += elements - block.nonzero;
        counts.positive += block.nonzero - block.negative;
        counts.subnormal += block.subnormal;
        sums.ints.Add({.n = elements,
                       .min = block.min,
                       .max = block.max,
                       .sum = block.sum - padding * filler,
                       .squares = static_cast<Uint128>(block.squares - padding * filler * filler)});
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_BYTE_INL_H_
