#include "capture/magnitudes.h"

#include <algorithm>
#include <bit>

#include "capture/statistics.h"
#include "tensor/finite_check.h"

namespace tdbg::capture {
namespace {

using tensor::kBadExponent;

// An element of exponent e is below 2^Bits(e). Float32 ends at 2^128; what kernels compute on the
// way (a transform of a convolution, an activation) may be somewhat larger than what comes out.
constexpr int kMostBits = 120;
constexpr int kNoBits = -126;  // zeros and subnormals
constexpr int kBitsOfOne = 1;
int BitsOf(int exponent) { return exponent - 126; }
uint32_t BoundOfBits(int bits) { return static_cast<uint32_t>(std::max(bits + 126, 1)); }

// What adding up so many terms adds to their bits, rounding included.
constexpr uint64_t kMostTerms = uint64_t{1} << 23;
int BitsOfSum(uint64_t terms) {
  if (terms > kMostTerms) return kMostBits - kNoBits + 1;
  return terms < 2 ? 0 : std::bit_width(terms - 1) + (terms > 2 ? 1 : 0);
}

// More inputs than a convolution with bias and another summand has: a normalization is fused to it.
constexpr uint64_t kMostOfDot = 4;

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
  uint64_t count = 0, elements = 0;
  int largest = kNoBits;
  // Of a dot product the first two are multiplied, and the others added.
  int product = 0, others = kNoBits;
  uint64_t fewest = UINT64_MAX;
  for (const tdbg_tensor& input : inputs) {
    if (!tensor::MayBeBad(DTypeOf(input))) continue;
    const int exponent = Of(input, most_read);
    // The mean of nothing is NaN.
    if (exponent == kBadExponent || input.bytes == 0) return 0;
    const int bits = BitsOf(exponent);
    largest = std::max(largest, bits);
    if (count < 2 || growth != TDBG_GROWS_LIKE_DOT) {
      product += bits;
      fewest = std::min(fewest, input.bytes / sizeof(float));
    } else {
      others = std::max(others, bits);
    }
    elements += input.bytes / sizeof(float);
    ++count;
  }
  if (count == 0) return 0;
  int bits = kMostBits + 1;
  switch (growth) {
    case TDBG_GROWS_LIKE_SUM:
      bits = largest + BitsOfSum(count);
      break;
    case TDBG_GROWS_LIKE_PRODUCT:
      bits = product;
      break;
    case TDBG_GROWS_LIKE_SQUARE:
      bits = 2 * (largest + BitsOfSum(count));
      break;
    case TDBG_GROWS_LIKE_DOT:
      if (count > kMostOfDot) break;
      bits = product + BitsOfSum(fewest);
      // What is fused to it may end in an activation, and that of zeros may be as large as 1.
      if (count > 2) bits = std::max({bits, others, kBitsOfOne}) + BitsOfSum(count - 1);
      break;
    case TDBG_GROWS_LIKE_TOTAL:
      bits = largest + BitsOfSum(elements);
      break;
    default:
      break;
  }
  return bits > kMostBits ? 0 : BoundOfBits(bits);
}

}  // namespace tdbg::capture
