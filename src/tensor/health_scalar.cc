#include <algorithm>
#include <bit>
#include <complex>

#include "tensor/each_element.h"
#include "tensor/element.h"
#include "tensor/health.h"
#include "tensor/health_exact.h"
#include "tensor/health_sums.h"
#include "tensor/narrow_float.h"

namespace tdbg::tensor {
namespace {

// Every test is on the float64 bits of the value, which no thread's flushing can touch.
struct Bits {
  uint64_t raw;

  uint64_t magnitude() const { return raw & INT64_MAX; }
  bool negative() const { return raw >> 63; }
  bool zero() const { return magnitude() == 0; }
  bool infinite() const { return magnitude() == 0x7ff0000000000000; }
  bool nan() const { return magnitude() > 0x7ff0000000000000; }
};

Bits BitsOf(double value) { return {std::bit_cast<uint64_t>(value)}; }

// Below the smallest normal number of a float type with this bias.
bool IsSubnormal(Bits value, int exponent_bias) {
  const auto smallest_normal = static_cast<uint64_t>(1 - exponent_bias + 1023) << 52;
  return !value.zero() && value.magnitude() < smallest_normal;
}

int ExponentBias(DType dtype) {
  if (dtype == DType::kF64 || dtype == DType::kComplex128) return 1023;
  if (const auto format = NarrowFormatOf(dtype)) return format->bias;
  return 127;
}

void CountInfinity(bool negative, Health& health) {
  ++(negative ? health.neg_inf : health.pos_inf);
}
void CountNonZero(bool negative, Health& health) {
  ++(negative ? health.negative : health.positive);
}

struct Range {
  int64_t min_key = INT64_MAX;
  int64_t max_key = INT64_MIN;
};

void CountFloat(DType dtype, const std::byte* at, Health& health, Range& range) {
  const Bits value = BitsOf(ReadDouble(dtype, at));
  if (value.nan()) {
    ++health.nan;
  } else if (value.infinite()) {
    CountInfinity(value.negative(), health);
  } else {
    if (value.zero()) {
      ++health.zero;
    } else {
      CountNonZero(value.negative(), health);
    }
    health.subnormal += IsSubnormal(value, ExponentBias(dtype));
    const int64_t key = OrderKey(value.zero() ? 0 : value.raw);
    range.min_key = std::min(range.min_key, key);
    range.max_key = std::max(range.max_key, key);
  }
}

void CountComplex(DType dtype, const std::byte* at, Health& health) {
  const std::complex<double> value = ReadComplex(dtype, at);
  const Bits re = BitsOf(value.real());
  const Bits im = BitsOf(value.imag());
  if (re.nan() || im.nan()) {
    ++health.nan;
  } else if (re.infinite() || im.infinite()) {
    CountInfinity(re.infinite() ? re.negative() : im.negative(), health);
  } else {
    if (re.zero() && im.zero()) {
      ++health.zero;
    } else {
      CountNonZero(re.zero() ? im.negative() : re.negative(), health);
    }
    const int bias = ExponentBias(dtype);
    health.subnormal += IsSubnormal(re, bias) || IsSubnormal(im, bias);
  }
}

}  // namespace

Health ComputeHealthScalar(const TensorView& view) {
  Health health;
  health.elements = view.num_elements();
  if (!HasNumbers(view.dtype) || health.elements == 0) return health;

  const DTypeClass cls = Info(view.dtype).cls;
  Range floats;
  bool any_int = false;
  Int128 min = 0;
  Int128 max = 0;
  int64_t index = 0;
  ForEachElement(view, [&](const std::byte* at) {
    if (cls == DTypeClass::kFloat) {
      CountFloat(view.dtype, at, health, floats);
    } else if (cls == DTypeClass::kComplex) {
      CountComplex(view.dtype, at, health);
    } else {
      const Int128 value = ReadInt128(view.dtype, at);
      if (value == 0) {
        ++health.zero;
      } else {
        CountNonZero(value < 0, health);
      }
      min = any_int ? std::min(min, value) : value;
      max = any_int ? std::max(max, value) : value;
      any_int = true;
    }
    if (health.first_bad < 0 && health.bad() > 0) health.first_bad = index;
    ++index;
  });

  if (any_int) {
    health.min = static_cast<double>(min);
    health.max = static_cast<double>(max);
  } else if (cls == DTypeClass::kFloat && health.finite() > 0) {
    health.min = FromOrderKey(floats.min_key);
    health.max = FromOrderKey(floats.max_key);
  }
  SetExactMoments(view, health);
  return health;
}

}  // namespace tdbg::tensor
