// Exact values of the floating-point types below 32 bits, worked out on integer bits.
//
// Nothing here computes with floats, so the result does not depend on the thread's rounding mode
// nor on whether it flushes subnormals.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "tensor/dtype.h"

namespace tdbg::tensor {

// Sign bit, then exponent, then mantissa. Subnormals exist in every one of them.
struct NarrowFormat {
  enum class Specials : uint8_t {
    kIeee,             // all-ones exponent: infinity if the mantissa is 0, else NaN
    kNanAllOnes,       // NaN where exponent and mantissa are all ones ("fn"); no infinity
    kNanNegativeZero,  // NaN in the place of -0.0 ("fnuz"); no infinity
    kNone,             // every pattern is a finite number
  };

  int exponent_bits;
  int mantissa_bits;
  int bias;
  Specials specials;

  constexpr int bits() const { return 1 + exponent_bits + mantissa_bits; }
  constexpr uint32_t max_exponent() const { return (1u << exponent_bits) - 1; }
  constexpr uint32_t mantissa_mask() const { return (1u << mantissa_bits) - 1; }
  constexpr uint32_t sign_mask() const { return 1u << (bits() - 1); }
};

inline constexpr NarrowFormat kF16Format = {5, 10, 15, NarrowFormat::Specials::kIeee};
inline constexpr NarrowFormat kBF16Format = {8, 7, 127, NarrowFormat::Specials::kIeee};
inline constexpr NarrowFormat kF8E5M2Format = {5, 2, 15, NarrowFormat::Specials::kIeee};
inline constexpr NarrowFormat kF8E4M3FNFormat = {4, 3, 7, NarrowFormat::Specials::kNanAllOnes};
inline constexpr NarrowFormat kF8E4M3FNUZFormat = {4, 3, 8,
                                                   NarrowFormat::Specials::kNanNegativeZero};
inline constexpr NarrowFormat kF8E4M3B11FNUZFormat = {4, 3, 11,
                                                      NarrowFormat::Specials::kNanNegativeZero};
inline constexpr NarrowFormat kF8E5M2FNUZFormat = {5, 2, 16,
                                                   NarrowFormat::Specials::kNanNegativeZero};
inline constexpr NarrowFormat kF4E2M1FNFormat = {2, 1, 1, NarrowFormat::Specials::kNone};

constexpr std::optional<NarrowFormat> NarrowFormatOf(DType dtype) {
  switch (dtype) {
    case DType::kF16:
      return kF16Format;
    case DType::kBF16:
      return kBF16Format;
    case DType::kF8E5M2:
      return kF8E5M2Format;
    case DType::kF8E4M3FN:
      return kF8E4M3FNFormat;
    case DType::kF8E4M3FNUZ:
      return kF8E4M3FNUZFormat;
    case DType::kF8E4M3B11FNUZ:
      return kF8E4M3B11FNUZFormat;
    case DType::kF8E5M2FNUZ:
      return kF8E5M2FNUZFormat;
    case DType::kF4E2M1FN:
      return kF4E2M1FNFormat;
    default:
      return std::nullopt;
  }
}

// The float32 of the same value, as bits. Bits of `raw` above the format's width are ignored.
// A NaN keeps its sign and its mantissa where the format has room for them, and is the default
// quiet NaN where it has not.
constexpr uint32_t ToF32Bits(NarrowFormat format, uint32_t raw) {
  using Specials = NarrowFormat::Specials;
  constexpr uint32_t kQuietNan = 0x7fc00000;
  const uint32_t sign = (raw & format.sign_mask()) ? 0x80000000u : 0;
  uint32_t mantissa = raw & format.mantissa_mask();
  const uint32_t exponent = (raw >> format.mantissa_bits) & format.max_exponent();
  const int shift = 23 - format.mantissa_bits;

  if (exponent == format.max_exponent()) {
    if (format.specials == Specials::kIeee) return sign | 0x7f800000u | (mantissa << shift);
    if (format.specials == Specials::kNanAllOnes && mantissa == format.mantissa_mask()) {
      return sign | kQuietNan;
    }
  }
  if (exponent != 0) {
    const uint32_t rebiased = exponent + static_cast<uint32_t>(127 - format.bias);
    return sign | (rebiased << 23) | (mantissa << shift);
  }
  if (mantissa == 0) {
    return sign && format.specials == Specials::kNanNegativeZero ? kQuietNan : sign;
  }
  // bfloat16 has float32's exponent range, so its subnormals stay subnormal.
  if (format.bias == 127) return sign | (mantissa << shift);
  const int lead = std::countl_zero(mantissa) - (31 - format.mantissa_bits);
  mantissa = (mantissa << lead) & format.mantissa_mask();
  const auto rebiased = static_cast<uint32_t>(128 - format.bias - lead);
  return sign | (rebiased << 23) | (mantissa << shift);
}

// The float64 of the same value, as bits: what a conversion would give on a thread that does not
// read subnormals as zero.
constexpr uint64_t WidenF32Bits(uint32_t raw) {
  const uint64_t sign = static_cast<uint64_t>(raw & 0x80000000u) << 32;
  const uint32_t exponent = (raw >> 23) & 0xff;
  uint64_t mantissa = raw & 0x7fffff;
  if (exponent == 0xff) return sign | (uint64_t{0x7ff} << 52) | (mantissa << 29);
  if (exponent != 0) return sign | (uint64_t{exponent + 1023 - 127} << 52) | (mantissa << 29);
  if (mantissa == 0) return sign;
  const int lead = std::countl_zero(static_cast<uint32_t>(mantissa)) - 8;
  mantissa = (mantissa << lead) & 0x7fffff;
  return sign | (static_cast<uint64_t>(1023 - 126 - lead) << 52) | (mantissa << 29);
}

constexpr float ToFloat(NarrowFormat format, uint32_t raw) {
  return std::bit_cast<float>(ToF32Bits(format, raw));
}

constexpr double ToDouble(NarrowFormat format, uint32_t raw) {
  return std::bit_cast<double>(WidenF32Bits(ToF32Bits(format, raw)));
}

}  // namespace tdbg::tensor
