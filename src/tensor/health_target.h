// The SIMD instruction sets that the health kernels are compiled for, and which one this machine
// gets. Chosen by us at run time: no symbol of the Highway library is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tensor/dtype.h"
#include "tensor/exact_sum.h"
#include "tensor/health.h"
#include "tensor/health_sums.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// The finite elements of a float tensor, added again with twice the precision of double.
struct Resummation {
  ExactSum sum;
  bool exact = true;  // nothing was rounded at all
};

// How bad elements are told by their bits: ((bits ^ flip) & mask) == mask, in lanes of so many
// bytes. The patterns are those of 8 bytes.
struct BadPattern {
  uint8_t lane_bytes;  // 1, 2 or 4
  uint64_t flip;
  uint64_t mask;
};

struct HealthTarget {
  std::string_view name;  // "avx512", "avx2", "sse4"
  bool (*supported)();    // by this machine

  // Adds n elements without gaps, aligned or not, of any dtype with numbers.
  void (*add)(DType dtype, const std::byte* data, int64_t n, HealthSums& sums);

  // The same with the moments that ComputeRunHealth promises.
  void (*add_quickly)(DType dtype, const std::byte* data, int64_t n, HealthSums& sums);

  // f32, f64, f16 and bf16 alone. Off by at most 2^-80 of the sum of magnitudes.
  void (*resum)(DType dtype, const std::byte* data, int64_t n, Resummation& total);

  // The largest of (bits ^ flip) & mask in these bytes, of which there are some, without gaps,
  // aligned or not. May miss larger ones where some element is bad.
  uint32_t (*largest_masked)(const BadPattern& pattern, const std::byte* data, size_t bytes);
};

// All that were compiled in, the best first.
std::span<const HealthTarget> HealthTargets();

// The best that this machine supports; nullptr if it has none of them.
const HealthTarget* BestHealthTarget();

// ComputeHealth and ComputeRunHealth with this target, which the machine must support.
Health ComputeHealthOn(const HealthTarget& target, const TensorView& view);
Health ComputeRunHealthOn(const HealthTarget& target, DType dtype, const void* data, int64_t n);

}  // namespace tdbg::tensor
