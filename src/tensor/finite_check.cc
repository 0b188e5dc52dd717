#include "tensor/finite_check.h"

#include <optional>

#include "tensor/health.h"
#include "tensor/health_target.h"

namespace tdbg::tensor {
namespace {

constexpr int kF32ExponentShift = 23;

std::optional<BadPattern> PatternOf(DType dtype) {
  constexpr uint64_t kEvery8 = 0x0101010101010101;
  constexpr uint64_t kEvery16 = 0x0001000100010001;
  constexpr uint64_t kEvery32 = 0x0000000100000001;
  switch (dtype) {
    case DType::kF32:
    case DType::kComplex64:
      return BadPattern{4, 0, 0x7f800000 * kEvery32};
    case DType::kF64:
    case DType::kComplex128:
      return BadPattern{4, 0, 0x7ff0000000000000};
    case DType::kF16:
      return BadPattern{2, 0, 0x7c00 * kEvery16};
    case DType::kBF16:
      return BadPattern{2, 0, 0x7f80 * kEvery16};
    case DType::kF8E5M2:
      return BadPattern{1, 0, 0x7c * kEvery8};
    case DType::kF8E4M3FN:
      return BadPattern{1, 0, 0x7f * kEvery8};
    case DType::kF8E4M3FNUZ:
    case DType::kF8E4M3B11FNUZ:
    case DType::kF8E5M2FNUZ:  // only 0x80, the place of -0, is NaN
      return BadPattern{1, 0x7f * kEvery8, 0xff * kEvery8};
    default:
      return std::nullopt;
  }
}

}  // namespace

bool AnyBadOn(const HealthTarget& target, DType dtype, const void* data, int64_t n) {
  const std::optional<BadPattern> pattern = PatternOf(dtype);
  if (!pattern || n <= 0) return false;
  const uint64_t bad = pattern->mask >> (64 - 8 * pattern->lane_bytes);
  return target.largest_masked(*pattern, static_cast<const std::byte*>(data),
                               static_cast<size_t>(n) * Info(dtype).bytes) == bad;
}

int LargestExponentOn(const HealthTarget& target, const float* data, int64_t n) {
  if (n <= 0) return 0;
  return static_cast<int>(target.largest_masked(*PatternOf(DType::kF32),
                                                reinterpret_cast<const std::byte*>(data),
                                                static_cast<size_t>(n) * sizeof(float)) >>
                          kF32ExponentShift);
}

int LargestExponent(const float* data, int64_t n) {
  static const HealthTarget* const best = BestHealthTarget();
  if (best != nullptr) return LargestExponentOn(*best, data, n);
  return AnyBad(DType::kF32, data, n) ? kBadExponent : kBadExponent - 1;
}

bool AnyBad(DType dtype, const void* data, int64_t n) {
  static const HealthTarget* const best = BestHealthTarget();
  if (best != nullptr) return AnyBadOn(*best, dtype, data, n);
  return MayBeBad(dtype) && n > 0 &&
         ComputeHealthScalar(TensorView::Contiguous(dtype, Shape{n}, data)).bad() > 0;
}

}  // namespace tdbg::tensor
