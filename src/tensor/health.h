// Health: what a debugger wants to know of a tensor without reading its elements one by one.
#pragma once

#include <cstdint>
#include <limits>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// The counts partition the elements:
// elements = neg_inf + pos_inf + nan + negative + zero + positive.
// -0.0 is zero. A subnormal counts by its sign and once more in `subnormal`. (Summaries that
// TensorFlow recorded on the CPU count subnormals as zeros; those here do not.) A bool is 0 or 1.
//
// A complex element is NaN if either part is, else infinite if either part is, with the sign of its
// real part if that is the infinite one, else of its imaginary part; zero if both parts are; else
// of the sign of its real part or, that being zero, of its imaginary part. It counts as subnormal
// if it is finite and either part is subnormal.
// Everything is known here. What a recording leaves open is left open in a store::Digest, whose
// optionals would cost the recorder, which makes one of these for each tensor, more than the
// numbers themselves.
struct Health {
  int64_t elements = 0;
  int64_t neg_inf = 0;
  int64_t pos_inf = 0;
  int64_t nan = 0;
  int64_t negative = 0;
  int64_t zero = 0;
  int64_t positive = 0;
  int64_t subnormal = 0;

  // Of the finite elements; NaN where there is none. min and max are exact (64-bit integers beyond
  // 2^53 round to nearest; a zero is +0). mean, variance (population) and l2 are within 1e-6
  // relative and do not overflow while the true value fits a double. Of complex elements only l2,
  // that of their magnitudes, is defined; the others are NaN.
  double min = std::numeric_limits<double>::quiet_NaN();
  double max = std::numeric_limits<double>::quiet_NaN();
  double mean = std::numeric_limits<double>::quiet_NaN();
  double variance = std::numeric_limits<double>::quiet_NaN();
  double l2 = std::numeric_limits<double>::quiet_NaN();

  int64_t first_bad = -1;  // row-major index of the first NaN or infinity; -1 if there is none

  int64_t bad() const { return neg_inf + pos_inf + nan; }
  int64_t finite() const { return negative + zero + positive; }
};

// One fused pass over the elements with the best instructions of this machine (a second one over
// the rare tensor whose moments need more than double precision). Classifies on integer bits, so it
// is right on threads that flush subnormals. Neither throws nor allocates, and leaves the
// floating-point environment as found, its exception flags included. Opaque dtypes yield `elements`
// and nothing else.
Health ComputeHealth(const TensorView& view);

// The health of n elements without gaps, for programs that are being recorded: for f32 at nearly
// twice the speed, with moments of six digits. l2 is within 1e-6, variance within 1e-5 relative,
// the mean within 1e-6 of the root mean square; all else is exact. Only where squares leave the
// range of double does it allocate (two small blocks).
Health ComputeRunHealth(DType dtype, const void* data, int64_t n);

// The same result (counts, min, max, first_bad equal; moments within tolerance) one element at a
// time, without vectors: the reference that the fast path is tested against.
Health ComputeHealthScalar(const TensorView& view);

}  // namespace tdbg::tensor
