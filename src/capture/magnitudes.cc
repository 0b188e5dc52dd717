#include "capture/magnitudes.h"

#include <algorithm>

#include "capture/growth_bound.h"
#include "capture/statistics.h"
#include "tensor/finite_check.h"

namespace tdbg::capture {
namespace {

using tensor::kBadExponent;

// An element of exponent e is below 2^(e-126). Of outputs, 0 says that there is no bound.
constexpr int kBitsOfExponent0 = -126;
uint32_t ExponentOfBits(int bits) {
  return static_cast<uint32_t>(std::max(bits - kBitsOfExponent0, 1));
}

// An address has no more than 56 bits.
constexpr int kExponentBits = 8;
uint64_t PlaceOf(const void* data) { return reinterpret_cast<uintptr_t>(data) << kExponentBits; }
uint64_t PlaceIn(uint64_t known) { return known >> kExponentBits << kExponentBits; }
int ExponentIn(uint64_t known) { return static_cast<int>(known - PlaceIn(known)); }

size_t SlotOf(const void* data) {
  return reinterpret_cast<uintptr_t>(data) * 0x9E3779B97F4A7C15u >> 52;
}

}  // namespace

[[gnu::hot]] void Magnitudes::Remember(const tdbg_tensor& tensor, int exponent) {
  if ((tensor.flags & TDBG_FOLLOWED) == 0 || tensor.bytes <= kReadAtOnce) return;
  if (exponent == kBadExponent) {
    Forget(tensor.data);
    return;
  }
  known_[SlotOf(tensor.data)].store(PlaceOf(tensor.data) | static_cast<uint64_t>(exponent),
                                    std::memory_order_relaxed);
}

[[gnu::hot]] void Magnitudes::Forget(const void* data) {
  std::atomic<uint64_t>& known = known_[SlotOf(data)];
  if (PlaceIn(known.load(std::memory_order_relaxed)) == PlaceOf(data)) {
    known.store(kNothing, std::memory_order_relaxed);
  }
}

[[gnu::hot]] int Magnitudes::Of(const tdbg_tensor& tensor, uint64_t most_read) const {
  if (DTypeOf(tensor) != tensor::DType::kF32) return kBadExponent;
  if ((tensor.flags & TDBG_FOLLOWED) != 0 && tensor.bytes > kReadAtOnce) {
    const uint64_t known = known_[SlotOf(tensor.data)].load(std::memory_order_relaxed);
    if (PlaceIn(known) == PlaceOf(tensor.data)) return ExponentIn(known);
  }
  if (tensor.bytes > most_read) return kBadExponent;
  return tensor::LargestExponent(static_cast<const float*>(tensor.data),
                                 static_cast<int64_t>(tensor.bytes / sizeof(float)));
}

[[gnu::hot]] uint32_t Magnitudes::BoundOf(uint32_t growth, std::span<const tdbg_tensor> inputs,
                                          uint64_t most_read) const {
  if (growth == TDBG_GROWS_FREELY || doubts_.load(std::memory_order_relaxed) != 0) return 0;
  GrowthBound bound(growth);
  for (const tdbg_tensor& input : inputs) {
    if (!tensor::MayBeBad(DTypeOf(input))) continue;
    const int exponent = Of(input, most_read);
    // The mean of nothing is NaN.
    if (exponent == kBadExponent || input.bytes == 0) return 0;
    bound.Add(exponent + kBitsOfExponent0, input.bytes / sizeof(float));
  }
  const int bits = bound.OutputBits();
  return bits == GrowthBound::kNoBound ? 0 : ExponentOfBits(bits);
}

}  // namespace tdbg::capture
