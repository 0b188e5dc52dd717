#include "tensor/health_histogram.h"

#include <algorithm>
#include <array>
#include <bit>

#include "tensor/element.h"

namespace tdbg::tensor {
namespace {

// Four tables take turns, so that a run of equal elements does not wait for its own counter.
struct Histogram {
  std::array<std::array<uint32_t, 256>, 4> tables = {};

  void Count(const std::byte* data, int64_t n) {
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
      auto word = LoadUnaligned<uint64_t>(data + i);
      for (size_t k = 0; k < 8; ++k) {
        ++tables[k % 4][word & 0xff];
        word >>= 8;
      }
    }
    for (; i < n; ++i) ++tables[0][LoadUnaligned<uint8_t>(data + i)];
  }

  int64_t operator[](size_t code) const {
    return int64_t{tables[0][code]} + tables[1][code] + tables[2][code] + tables[3][code];
  }
};


bool IsFinite(NarrowFormat format, uint32_t code) {
  return (ToF32Bits(format, code) & 0x7f800000) != 0x7f800000;
}

void AddCode(NarrowFormat format, uint32_t code, int64_t count, Health& counts,
             IntSums::Block& block) {
  const uint32_t bits = ToF32Bits(format, code);
  const bool negative = bits >> 31;
  if (!IsFinite(format, code)) {
    const bool nan = bits & 0x7fffff;
    (nan ? counts.nan : negative ? counts.neg_inf : counts.pos_inf) += count;
    return;
  }
  const int64_t units = NarrowUnits(format, code);
  (units == 0 ? counts.zero : negative ? counts.negative : counts.positive) += count;
  const int64_t magnitude = negative ? -units : units;
  if (units != 0 && magnitude <= format.mantissa_mask()) counts.subnormal += count;

  block.min = block.n == 0 ? units : std::min<Int128>(block.min, units);
  block.max = block.n == 0 ? units : std::max<Int128>(block.max, units);
  block.n += count;
  block.sum += Int128{count} * units;
  block.squares += static_cast<Uint128>(count) * static_cast<Uint128>(Int128{units} * units);
}

}  // namespace

void AddHistogram(DType dtype, const std::byte* data, int64_t n, HealthSums& sums) {
  constexpr int64_t kMostAtOnce = int64_t{1} << 20;  // sums of more might overflow
  const NarrowFormat format = *NarrowFormatOf(dtype);
  while (n > 0) {
    const int64_t part = std::min(n, kMostAtOnce);
    Histogram histogram;
    histogram.Count(data, part);
    const int64_t bad_before = sums.counts.bad();
    IntSums::Block block;
    for (uint32_t code = 0; code < 256; ++code) {
      const int64_t count = histogram[code];
      if (count > 0) AddCode(format, code, count, sums.counts, block);
    }
    if (sums.counts.first_bad < 0 && sums.counts.bad() > bad_before) {
      int64_t i = 0;
      while (IsFinite(format, LoadUnaligned<uint8_t>(data + i))) ++i;
      sums.counts.first_bad = sums.counts.elements + i;
    }
    sums.counts.elements += part;
    if (block.n > 0) sums.ints.Add(block);
    data += part;
    n -= part;
  }
}

}  // namespace tdbg::tensor
