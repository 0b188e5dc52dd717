// Health: what a debugger wants to know of a tensor without reading its elements one by one.
#pragma once

#include <cstdint>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Counts partition the elements: elements = neg_inf + pos_inf + nan + negative + zero + positive.
// Subnormals are counted by their sign (or as TensorFlow's flushed zeros only where a format
// recorded them so) and once more in `subnormal`. -0.0 is zero. A complex element is NaN if either part is,
// else infinite if either part is (pos_inf for a real part or, the real part being finite, an
// imaginary part of +inf; neg_inf likewise), zero if both parts are zero, else classed by the sign of its real
// part, or of its imaginary part where the real part is zero; min, max, mean, variance and L2 are not defined
// for complex except l2 (of the magnitudes).
// A bool counts as 0 or 1.
struct Health {
  int64_t elements = 0;
  int64_t neg_inf = 0;
  int64_t pos_inf = 0;
  int64_t nan = 0;
  int64_t negative = 0;
  int64_t zero = 0;
  int64_t positive = 0;
  int64_t subnormal = 0;

  // Of the finite elements; NaN where there is none (or, for complex, where undefined). min and max are exact
  // as doubles (64-bit integers beyond 2^53 round to nearest); mean, variance (population) and l2
  // are within 1e-6 relative and do not overflow while the true value fits a double.
  double min = 0;
  double max = 0;
  double mean = 0;
  double variance = 0;
  double l2 = 0;

  int64_t first_bad = -1;  // row-major index of the first NaN or infinity; -1 if there is none

  int64_t bad() const { return neg_inf + pos_inf + nan; }
};

// One fused pass over the elements with the best instructions of this machine. Classifies on
// integer bits, so it is right on threads that flush subnormals, and leaves the floating-point
// environment as found. Opaque dtypes yield `elements` and nothing else.
Health ComputeHealth(const TensorView& view);

// The same result (counts, min, max, first_bad equal; moments within tolerance) one element at a
// time, without vectors: the reference that the fast path is tested against.
Health ComputeHealthScalar(const TensorView& view);

}  // namespace tdbg::tensor
