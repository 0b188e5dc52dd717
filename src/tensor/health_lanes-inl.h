// What all health kernels share: blocks, lanes, counters. Included once per SIMD target.

#if defined(TDBG_TENSOR_HEALTH_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_LANES_INL_H_
#undef TDBG_TENSOR_HEALTH_LANES_INL_H_
#else
#define TDBG_TENSOR_HEALTH_LANES_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"

// Before a loop over a handful of vectors that must stay in registers.
#ifndef TDBG_UNROLL
#define TDBG_UNROLL _Pragma("GCC unroll 8")
#endif

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Half of a first-level cache, so that a block can be read twice at little cost.
constexpr size_t kBlockBytes = 16 * 1024;

// Only for unaligned vector loads: the data may lie anywhere in a mapped file.
template <typename T>
HWY_INLINE const T* At(const std::byte* data, size_t index) {
  return reinterpret_cast<const T*>(data + index * sizeof(T));
}

template <class D>
HWY_INLINE int64_t SumOf(D d, hn::Vec<D> v) {
  return static_cast<int64_t>(hn::GetLane(hn::SumOfLanes(d, v)));
}

// The total of the two chains of additions that a sum is taken in.
template <class V>
HWY_INLINE double TotalOf(V even, V odd) {
  return hn::GetLane(hn::SumOfLanes(hn::ScalableTag<double>(), hn::Add(even, odd)));
}

// Counts true lanes, in whichever way is cheap: masks are registers of their own in AVX-512.
template <class D>
class MaskCounter {
 public:
#if HWY_TARGET <= HWY_AVX3
  HWY_INLINE void Add(hn::Mask<D> mask) { total_ += hn::CountTrue(D(), mask); }
  HWY_INLINE int64_t Total() const { return static_cast<int64_t>(total_); }

 private:
  size_t total_ = 0;
#else
  // Written out, because an implicit constructor would not be compiled for the target.
  HWY_INLINE MaskCounter() : lanes_(hn::Zero(D())) {}
  HWY_INLINE void Add(hn::Mask<D> mask) { lanes_ = hn::Sub(lanes_, hn::VecFromMask(D(), mask)); }
  HWY_INLINE int64_t Total() const { return SumOf(D(), lanes_); }

 private:
  hn::Vec<D> lanes_;
#endif
};

// Sizes in elements. A block is a multiple of the step, which takes two vectors at most.
struct BlockSize {
  size_t step;
  size_t block;
};

// Calls visit(block, n, padding) for blocks of whole steps. What is left at the end comes as one
// step from a buffer, filled up with `padding` elements of value filler(what is left).
template <typename T, typename Filler, typename Visit>
HWY_INLINE void ForEachBlock(const std::byte* data, int64_t n, BlockSize size, Filler filler,
                             Visit visit) {
  const auto step = static_cast<int64_t>(size.step);
  const auto block = static_cast<int64_t>(size.block);
  while (n >= step) {
    const int64_t block_n = std::min(n, block) / step * step;
    visit(data, static_cast<size_t>(block_n), int64_t{0});
    data += block_n * int64_t{sizeof(T)};
    n -= block_n;
  }
  if (n == 0) return;
  HWY_ALIGN T last[2 * HWY_MAX_BYTES / sizeof(T)];
  std::fill(last, last + step, filler(data));
  std::memcpy(last, data, static_cast<size_t>(n) * sizeof(T));
  visit(reinterpret_cast<const std::byte*>(last), size.step, step - n);
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_LANES_INL_H_
