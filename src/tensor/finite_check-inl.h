// How large the exponents are, and so whether any element is NaN or infinite: as fast as memory is
// read. Included once per SIMD target.

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

// The largest of (bits ^ flip) & mask among all elements, in lanes of T. An element that has all
// bits of the mask is bad; where there is one, only a part of the tensor may have been read. Both
// patterns are given for 8 bytes: of a float64 only the high lane counts.
template <typename T>
T LargestMasked(const std::byte* data, size_t bytes, uint64_t flip_bits, uint64_t mask_bits) {
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
  const auto largest_lane = [&](hn::Vec<decltype(d)> largest) HWY_ATTR {
    HWY_ALIGN T lanes[HWY_MAX_BYTES / sizeof(T)];
    hn::Store(largest, d, lanes);
    return *std::max_element(lanes, lanes + hn::Lanes(d));
  };
  if (bytes < vector) {
    HWY_ALIGN std::byte last[HWY_MAX_BYTES] = {};
    std::memcpy(last, data, bytes);
    return largest_lane(masked(last));
  }
  const size_t step = 4 * vector;
  auto all = hn::Zero(d);
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
    const auto of_block = hn::Max(hn::Max(a, b), hn::Max(c, e));
    all = hn::Max(all, of_block);
    if (found(of_block)) return largest_lane(all);
  }
  for (; bytes - at >= vector; at += vector) all = hn::Max(all, masked(data + at));
  // What is left is less than a vector: the last one of all overlaps what was read before.
  return largest_lane(hn::Max(all, masked(data + bytes - vector)));
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_FINITE_CHECK_INL_H_
