#include "tensor/health_sums.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>

#include "tensor/narrow_float.h"

namespace tdbg::tensor {
namespace {

constexpr int kF64MantissaBits = 52;
constexpr int kF64Bias = 1023;

// 2^20 elements, and a block more, have n * sum(x^2) below 2^106.
constexpr int64_t kPendingElements = int64_t{1} << 20;

// The longest chain of additions in a kernel is below 1100, so a sum is off by at most
// 1100 * 2^-53 * sum(|x|) <= 1.3e-13 * n * rms.
constexpr double kSafeMeanOverRms = 1.3e-7;

int Exponent(uint64_t f64_bits) {
  return static_cast<int>(f64_bits >> kF64MantissaBits & 0x7ff) - kF64Bias;
}

// Whether double arithmetic on squares holds for elements whose largest has this exponent.
bool SquaresInRange(int exponent) {
  constexpr int kTooLarge = 480;   // 2^40 squares of such numbers fit a double
  constexpr int kTooSmall = -400;  // so does 2^-40 of the square of a last bit
  return exponent < kTooLarge && exponent > kTooSmall;
}

// f16 itself, and what is converted to it.
bool IsHalfOrLess(DType dtype) {
  return Info(dtype).cls == DTypeClass::kFloat && Info(dtype).bits <= 16 && dtype != DType::kBF16;
}

// Whether flushing shows in a result as large as `scale`: kernels run with subnormals flushed, so
// that each element may be off by the smallest normal number. Converting f16 does not flush.
bool FlushingMatters(DType dtype, double scale) {
  if (IsHalfOrLess(dtype)) return false;
  const bool wide = dtype == DType::kF64 || dtype == DType::kComplex128;
  const double smallest_normal = wide ? DBL_MIN : double{FLT_MIN};
  return scale < smallest_normal * 1e8;
}

Doubt DoubtOf(DType dtype, const Health& health, const FloatSums& sums) {
  if (health.zero == health.finite()) return Doubt::kNone;
  const int exponent = std::max(Exponent(std::bit_cast<uint64_t>(health.min)),
                                Exponent(std::bit_cast<uint64_t>(health.max)));
  if (!SquaresInRange(exponent)) return Doubt::kRange;
  const double mean = std::abs(health.mean);
  if (health.subnormal > 0 && FlushingMatters(dtype, std::min(mean, std::sqrt(health.variance)))) {
    return Doubt::kRange;
  }
  const double mean_square = mean * mean + health.variance;
  if (sums.spread.m2 == 0 || mean * mean > kSafeMeanOverRms * kSafeMeanOverRms * mean_square) {
    return Doubt::kNone;
  }
  // f16 has 40 bits in all: its sums are exact in double for a block, and in long double for this
  // many elements.
  constexpr int64_t kExactHalves = int64_t{1} << 24;
  if (IsHalfOrLess(dtype) && health.finite() <= kExactHalves) return Doubt::kNone;
  return health.subnormal > 0 || Info(dtype).bits == 8 ? Doubt::kRange : Doubt::kMean;
}

void FinishFloats(const FloatSums& sums, Health& health) {
  health.min = FromOrderKey(sums.min_key);
  health.max = FromOrderKey(sums.max_key);
  const auto n = static_cast<double>(sums.spread.n);
  health.mean = static_cast<double>(sums.sum / sums.spread.n);
  health.variance = sums.spread.m2 / n;
  health.l2 = std::sqrt(sums.spread.m2 + n * health.mean * health.mean);
}

Doubt FinishComplex(DType dtype, const HealthSums& sums, Health& health) {
  health.l2 = static_cast<double>(std::sqrt(sums.complex_squares));
  if (health.zero == health.finite()) return Doubt::kNone;
  const double rms = health.l2 / std::sqrt(static_cast<double>(health.finite()));
  const bool flushed = health.subnormal > 0 && FlushingMatters(dtype, rms);
  const bool safe = SquaresInRange(Exponent(sums.complex_max_bits)) && !flushed;
  return safe ? Doubt::kNone : Doubt::kRange;
}

void FinishInts(IntSums& sums, Health& health) {
  sums.Flush();
  const auto n = static_cast<double>(sums.n);
  health.min = static_cast<double>(sums.min);
  health.max = static_cast<double>(sums.max);
  health.mean = static_cast<double>(static_cast<long double>(sums.sum) / sums.n);
  health.variance = sums.spread.m2 / n;
  health.l2 = std::sqrt(sums.spread.m2 + n * health.mean * health.mean);
}

// From the numbers that were added up to those that the elements stand for.
void Scale(double factor, Health& health) {
  health.min *= factor;
  health.max *= factor;
  health.mean *= factor;
  health.variance *= factor * factor;
  health.l2 *= factor;
}

double Fp8Scale(DType dtype) {
  if (dtype == DType::kF8E5M2FNUZ) return 1;  // converted by value
  return std::ldexp(1.0, kF16Format.bias - NarrowFormatOf(dtype)->bias);
}

}  // namespace

void Spread::Add(int64_t block_n, double block_mean, double block_m2) {
  if (n == 0) {
    *this = {block_n, block_mean, block_m2};
    return;
  }
  const int64_t total = n + block_n;
  const double delta = block_mean - mean;
  const double share = static_cast<double>(block_n) / static_cast<double>(total);
  mean += delta * share;
  m2 += block_m2 + delta * delta * share * static_cast<double>(n);
  n = total;
}

void FloatSums::Add(const Block& block) {
  const auto n = static_cast<double>(block.n);
  const double block_mean = block.sum / n;
  if (spread.n == 0) origin = block.base + block_mean;
  spread.Add(block.n, (block.base - origin) + block_mean, block.m2);
  sum += static_cast<long double>(block.base) * block.n + block.sum;
  min_key = std::min(min_key, OrderKey(block.min_bits));
  max_key = std::max(max_key, OrderKey(block.max_bits));
}

void IntSums::AddRange(const Block& block) {
  if (n == 0) {
    min = block.min;
    max = block.max;
    origin = block.min;
  }
  min = std::min(min, block.min);
  max = std::max(max, block.max);
  n += block.n;
  sum += block.sum;
}

void IntSums::Add(const Block& block) {
  AddRange(block);
  pending.n += block.n;
  pending.sum += block.sum;
  pending.squares += block.squares;
  if (pending.n >= kPendingElements) Flush();
}

void IntSums::AddWithSpread(const Block& block, double m2) {
  AddRange(block);
  const auto from_origin = static_cast<double>(block.sum - block.n * origin);
  spread.Add(block.n, from_origin / static_cast<double>(block.n), m2);
}

void IntSums::Flush() {
  if (pending.n == 0) return;
  const auto n_pending = static_cast<double>(pending.n);
  const auto square_of_sum = static_cast<Uint128>(pending.sum * pending.sum);
  const Uint128 n_m2 = static_cast<Uint128>(pending.n) * pending.squares - square_of_sum;
  const auto from_origin = static_cast<double>(pending.sum - pending.n * origin);
  spread.Add(pending.n, from_origin / n_pending, static_cast<double>(n_m2) / n_pending);
  pending = {};
}

double FromOrderKey(int64_t key) {
  constexpr int64_t kNegativeZero = -1;
  if (key == kNegativeZero) return 0;
  return std::bit_cast<double>(key < 0 ? key ^ INT64_MAX : key);
}

Health FinishHealth(DType dtype, HealthSums& sums, Doubt* doubt) {
  *doubt = Doubt::kNone;
  Health health = sums.counts;
  if (health.finite() == 0) return health;
  const DTypeInfo& info = Info(dtype);
  if (info.cls == DTypeClass::kComplex) {
    *doubt = FinishComplex(dtype, sums, health);
  } else if (info.cls == DTypeClass::kFloat && info.bits >= 8) {
    FinishFloats(sums.floats, health);
    *doubt = DoubtOf(dtype, health, sums.floats);
    if (info.bits == 8) Scale(Fp8Scale(dtype), health);
  } else {
    FinishInts(sums.ints, health);
    if (dtype == DType::kF4E2M1FN) Scale(0.5, health);
  }
  return health;
}

}  // namespace tdbg::tensor
