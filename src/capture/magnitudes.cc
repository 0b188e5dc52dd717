#include "capture/magnitudes.h"

#include <algorithm>
#include <bit>

#include "capture/statistics.h"
#include "tensor/finite_check.h"

namespace tdbg::capture {
namespace {

// Reading so much takes no longer than looking it up.
constexpr uint64_t kReadAtOnce = 1024;

// Bits of an element that is below 2^bits: 127 are safely within float32.
constexpr int kMostBits = 127;
int BitsOf(int exponent) { return exponent - 126; }

uint64_t HashOf(const tdbg_tensor& tensor) {
  const uint64_t mixed = (reinterpret_cast<uintptr_t>(tensor.data) ^ std::rotl(tensor.bytes, 40)) *
                         0x9E3779B97F4A7C15u;
  return mixed ^ mixed >> 29;
}

}  // namespace

void Magnitudes::Remember(const tdbg_tensor& tensor, int exponent) {
  if (tensor.bytes <= kReadAtOnce) return;
  const uint64_t hash = HashOf(tensor);
  known_[hash >> 52].store((hash & ~uint64_t{0xff}) | static_cast<uint64_t>(exponent),
                           std::memory_order_relaxed);
}

int Magnitudes::Of(const tdbg_tensor& tensor) const {
  if (DTypeOf(tensor) != tensor::DType::kF32) return tensor::kBadExponent;
  if (tensor.bytes <= kReadAtOnce) {
    return tensor::LargestExponent(static_cast<const float*>(tensor.data),
                                   static_cast<int64_t>(tensor.bytes / sizeof(float)));
  }
  const uint64_t hash = HashOf(tensor);
  const uint64_t known = known_[hash >> 52].load(std::memory_order_relaxed);
  const bool same = (known ^ hash) >> 8 == 0;
  return same ? static_cast<int>(known & 0xff) : tensor::kBadExponent;
}

bool Magnitudes::CanGiveBirth(uint32_t flags, std::span<const tdbg_tensor> inputs) const {
  constexpr uint32_t kKnownGrowth = TDBG_LIKE_SUM | TDBG_LIKE_PRODUCT | TDBG_LIKE_SQUARE;
  if ((flags & kKnownGrowth) == 0 || inputs.empty()) return true;
  int largest = BitsOf(0);
  int product = 0;
  for (const tdbg_tensor& input : inputs) {
    const int exponent = Of(input);
    if (exponent == tensor::kBadExponent) return true;
    largest = std::max(largest, BitsOf(exponent));
    product += BitsOf(exponent);
  }
  const int sum = largest + static_cast<int>(std::bit_width(inputs.size() - 1));
  if ((flags & TDBG_LIKE_SUM) != 0) return sum > kMostBits;
  if ((flags & TDBG_LIKE_SQUARE) != 0) return 2 * sum > kMostBits;
  return product > kMostBits;
}

}  // namespace tdbg::capture
