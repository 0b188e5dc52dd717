#include "capture/statistics.h"

namespace tdbg::capture {

using format::Checked;
using tensor::DType;

namespace {

int ExponentOf(const tensor::Health& health) {
  if (health.bad() > 0) return tensor::kBadExponent;
  if (health.elements == 0) return 0;
  const float ends[] = {static_cast<float>(health.min), static_cast<float>(health.max)};
  return tensor::LargestExponent(ends, 2);
}

}  // namespace

[[gnu::hot]] bool IsReadable(const tdbg_tensor& tensor, int64_t elements) {
  const DType dtype = DTypeOf(tensor);
  if (!tensor::HasNumbers(dtype) || elements < 0) return false;
  if (elements == 0) return true;
  uint64_t needed;
  return tensor.data != nullptr &&
         !__builtin_mul_overflow(static_cast<uint64_t>(elements),
                                 uint64_t{tensor::Info(dtype).bytes}, &needed) &&
         needed <= tensor.bytes;
}

[[gnu::hot]] Measurement Measure(const tdbg_tensor& tensor, int64_t elements, Detail detail) {
  Measurement result;
  if (detail == Detail::kNoTensor || detail == Detail::kShape) return result;
  const DType dtype = DTypeOf(tensor);
  if (!tensor::HasNumbers(dtype)) return result;
  if (!IsReadable(tensor, elements)) {
    result.unreadable = tensor.data != nullptr || tensor.bytes != 0;
    return result;
  }
  const bool full = detail == Detail::kFullHealth || detail == Detail::kFullTensor;
  if (full) {
    result.health = tensor::ComputeRunHealth(dtype, tensor.data, elements);
    result.checked = result.health->bad() > 0 ? Checked::kBad : Checked::kClean;
    if (dtype == DType::kF32) result.exponent = ExponentOf(*result.health);
    return result;
  }
  if (dtype == DType::kF32) {
    result.exponent = tensor::LargestExponent(static_cast<const float*>(tensor.data), elements);
  }
  const bool bad = dtype == DType::kF32 ? result.exponent == tensor::kBadExponent
                                        : tensor::AnyBad(dtype, tensor.data, elements);
  result.checked = bad ? Checked::kBad : Checked::kClean;
  if (bad) result.health = tensor::ComputeRunHealth(dtype, tensor.data, elements);
  return result;
}

}  // namespace tdbg::capture
