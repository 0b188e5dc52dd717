// Whether any element is NaN or infinite, and nothing else: as fast as memory is read. Included
// once per SIMD target.

#if defined(TDBG_TENSOR_FINITE_CHECK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_FINITE_CHECK_INL_H_
#undef TDBG_TENSOR_FINITE_CHECK_INL_H_
#else
#define TDBG_TENSOR_FINITE_CHECK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "tensor/health_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// An element is bad if ((bits ^ flip) & mask) == mask, in lanes of T. That is the largest number
// the masked bits can be, so the largest of a block says whether there is one. Both patterns are
// given for 8 bytes: of a float64 only the high lane counts.
template <typename T>
bool AnyBad(const std::byte* data, size_t bytes, uint64_t flip_bits, uint64_t mask_bits) {
  const hn::ScalableTag<T> d;
  const hn::ScalableTag<uint64_t> d64;
  const auto flip = hn::BitCast(d, hn::Set(d64, flip_bits));
  const auto mask = hn::BitCast(d, hn::Set(d64, mask_bits));
  const size_t vector = hn::Lanes(d) * sizeof(T);
  const auto masked = [&](const std::byte* at) HWY_ATTR {
    return hn::And(hn::Xor(hn::LoadU(d, At<T>(at, 0)), flip), mask);
  };
  const auto found = [&](hn::Vec<decltype(d)> largest) HWY_ATTR {
    const auto differs = hn::Or(hn::BitCast(d, hn::VecFromMask(d, hn::Ne(largest, mask))),
                                hn::BitCast(d, hn::VecFromMask(d, hn::Eq(mask, hn::Zero(d)))));
    return !hn::AllTrue(d, hn::MaskFromVec(differs));
  };
  if (bytes < vector) {
    HWY_ALIGN std::byte last[HWY_MAX_BYTES] = {};
    std::memcpy(last, data, bytes);
    return found(masked(last));
  }
  const size_t step = 4 * vector;
  size_t at = 0;
  while (bytes - at >= step) {
    auto a = masked(data + at);
    auto b = masked(data + at + vector);
    auto c = masked(data + at + 2 * vector);
    auto e = masked(data + at + 3 * vector);
    const size_t end = at + std::min(bytes - at, kBlockBytes) / step * step;
    for (at += step; at < end; at += step) {
      a = hn::Max(a, masked(data + at));
      b = hn::Max(b, masked(data + at + vector));
      c = hn::Max(c, masked(data + at + 2 * vector));
      e = hn::Max(e, masked(data + at + 3 * vector));
    }
    if (found(hn::Max(hn::Max(a, b), hn::Max(c, e)))) return true;
  }
  auto rest = hn::Zero(d);
  for (; bytes - at >= vector; at += vector) rest = hn::Max(rest, masked(data + at));
  // What is left is less than a vector: the last one of all overlaps what was read before.
  return found(hn::Max(rest, masked(data + bytes - vector)));
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_FINITE_CHECK_INL_H_
