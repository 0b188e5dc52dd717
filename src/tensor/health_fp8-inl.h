// Health of the 8-bit floats in vectors, by way of f16. Included once per SIMD target.
//
// f16 has room for all of them: as f16 bits, theirs are numbers smaller by a power of two
// (see FinishHealth), and what is zero, subnormal or normal stays so. The one type that uses all 32
// exponents is converted by value instead.

#if defined(TDBG_TENSOR_HEALTH_FP8_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TDBG_TENSOR_HEALTH_FP8_INL_H_
#undef TDBG_TENSOR_HEALTH_FP8_INL_H_
#else
#define TDBG_TENSOR_HEALTH_FP8_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "tensor/health_float-inl.h"
#include "tensor/health_lanes-inl.h"
#include "tensor/health_sums.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

using DHalf = hn::ScalableTag<uint16_t>;
using HalfBits = FloatBits<F16Lanes>;

constexpr size_t kFp8Block = kFloatBlock<F16Lanes>;

HWY_INLINE hn::Vec<DHalf> MoveSign(hn::Vec<DHalf> code) {
  return hn::ShiftLeft<8>(hn::And(code, hn::Set(DHalf(), uint16_t{0x80})));
}

// f16 bits of codes in the low half of 16-bit lanes.
struct E5M2ToHalf {
  static constexpr bool kByValue = false;
  static constexpr uint8_t kNan = 0x7f;
  static HWY_INLINE hn::Vec<DHalf> Convert(hn::Vec<DHalf> code) { return hn::ShiftLeft<8>(code); }
};

struct E4M3FnToHalf {
  static constexpr bool kByValue = false;
  static constexpr uint8_t kNan = 0x7f;
  static HWY_INLINE hn::Vec<DHalf> Convert(hn::Vec<DHalf> code) {
    const DHalf d;
    const auto magnitude = hn::And(code, hn::Set(d, uint16_t{0x7f}));
    const auto bits = hn::Or(hn::ShiftLeft<7>(magnitude), MoveSign(code));
    return hn::IfThenElse(hn::Eq(magnitude, hn::Set(d, uint16_t{kNan})), hn::Set(d, HalfBits::kNan),
                          bits);
  }
};

// The NaN is where -0 would be.
struct E4M3FnuzToHalf {
  static constexpr bool kByValue = false;
  static constexpr uint8_t kNan = 0x80;
  static HWY_INLINE hn::Vec<DHalf> Convert(hn::Vec<DHalf> code) {
    const DHalf d;
    const auto magnitude = hn::And(code, hn::Set(d, uint16_t{0x7f}));
    const auto bits = hn::Or(hn::ShiftLeft<7>(magnitude), MoveSign(code));
    return hn::IfThenElse(hn::Eq(code, hn::Set(d, uint16_t{kNan})), hn::Set(d, HalfBits::kNan),
                          bits);
  }
};

struct E5M2FnuzToHalf {
  static constexpr bool kByValue = true;
  static constexpr uint8_t kNan = 0x80;
  static HWY_INLINE hn::Vec<DHalf> Convert(hn::Vec<DHalf> code) {
    const DHalf d;
    const auto magnitude = hn::And(code, hn::Set(d, uint16_t{0x7f}));
    // The bias is one more than that of f16, so the lowest normal exponent has no equal there.
    const auto normal = hn::Sub(hn::ShiftLeft<8>(magnitude), hn::Set(d, uint16_t{1 << 10}));
    const auto subnormal_half = hn::ShiftLeft<7>(magnitude);
    const auto is_low = hn::Lt(magnitude, hn::Set(d, uint16_t{2 << 2}));
    const auto bits = hn::Or(hn::IfThenElse(is_low, subnormal_half, normal), MoveSign(code));
    return hn::IfThenElse(hn::Eq(code, hn::Set(d, uint16_t{kNan})), hn::Set(d, HalfBits::kNan),
                          bits);
  }
  // Less one, so that zeros wrap around.
  static HWY_INLINE hn::Mask<DHalf> IsSubnormal(hn::Vec<DHalf> code) {
    const DHalf d;
    const auto magnitude = hn::And(code, hn::Set(d, uint16_t{0x7f}));
    return hn::Lt(hn::Sub(magnitude, hn::Set(d, uint16_t{1})), hn::Set(d, uint16_t{3}));
  }
};

template <class ToHalf>
void AddFp8Block(const std::byte* data, size_t n, int64_t padding, Expectation& expected,
                 HealthSums& sums) {
  const DHalf d;
  const hn::Rebind<uint8_t, DHalf> d8;
  HWY_ALIGN uint16_t halves[kFp8Block];
  MaskCounter<DHalf> subnormals;
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto code = hn::PromoteTo(d, hn::LoadU(d8, At<uint8_t>(data, i)));
    hn::Store(ToHalf::Convert(code), d, halves + i);
    if constexpr (ToHalf::kByValue) subnormals.Add(ToHalf::IsSubnormal(code));
  }
  const int64_t subnormals_before = sums.counts.subnormal;
  AddFloatBlock<F16Lanes>(reinterpret_cast<const std::byte*>(halves), n, padding, expected, sums);
  if (ToHalf::kByValue) sums.counts.subnormal = subnormals_before + subnormals.Total();
}

template <class ToHalf>
void AddFp8(const std::byte* data, int64_t n, HealthSums& sums) {
  Expectation expected;
  const BlockSize size{.step = hn::Lanes(DHalf()), .block = kFp8Block};
  ForEachBlock<uint8_t>(
      data, n, size, [](const std::byte*) { return ToHalf::kNan; },
      [&](const std::byte* block, size_t block_n, int64_t padding) {
        AddFp8Block<ToHalf>(block, block_n, padding, expected, sums);
      });
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TDBG_TENSOR_HEALTH_FP8_INL_H_
