// Health of the 8-bit floats by counting how often each of the 256 codes occurs. Everything is
// exact: the values are whole multiples of the smallest subnormal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/dtype.h"
#include "tensor/health_sums.h"
#include "tensor/narrow_float.h"

namespace tdbg::tensor {

// dtype is one of the five fp8 types.
void AddHistogram(DType dtype, const std::byte* data, int64_t n, HealthSums& sums);

// The finite number with these bits in multiples of the smallest subnormal.
constexpr int64_t NarrowUnits(NarrowFormat format, uint32_t raw) {
  const uint32_t exponent = raw >> format.mantissa_bits & format.max_exponent();
  int64_t units = raw & format.mantissa_mask();
  if (exponent != 0) units = (units + (int64_t{1} << format.mantissa_bits)) << (exponent - 1);
  return raw & format.sign_mask() ? -units : units;
}

}  // namespace tdbg::tensor
