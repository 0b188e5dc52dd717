// How large and how small the numbers of a floating-point type can be.
#pragma once

#include <optional>

#include "tensor/dtype.h"

namespace tdbg::query {

struct FloatLimits {
  double largest = 0;          // finite
  double smallest_normal = 0;  // what is below it is flushed to zero by many kernels
  double smallest = 0;         // subnormal
  int digits = 0;              // bits of the significand, the hidden one included
};

// nullopt for what is no floating-point type (the parts of complex ones count as such).
std::optional<FloatLimits> LimitsOf(tensor::DType dtype);

}  // namespace tdbg::query
