// Whether a tensor holds a bad value, and nothing else: the question that is asked of every tensor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/dtype.h"

namespace tdbg::tensor {

struct HealthTarget;

// Whether any of n elements without gaps, aligned or not, is NaN or infinite. Reads at the speed of
// memory, stops soon after a bad one, computes with no floats, never allocates. False for dtypes
// that cannot be bad.
bool AnyBad(DType dtype, const void* data, int64_t n);

// The same with the vectors of this target, which the machine must support.
bool AnyBadOn(const HealthTarget& target, DType dtype, const void* data, int64_t n);

// How large the elements are: the largest exponent e, as float32 has it in its bits, so that all
// elements are below 2^(e-126); or kBadExponent if AnyBad. On a machine without a target the answer
// may be larger than that.
inline constexpr int kBadExponent = 255;
int LargestExponent(const float* data, int64_t n);
int LargestExponentOn(const HealthTarget& target, const float* data, int64_t n);

}  // namespace tdbg::tensor
