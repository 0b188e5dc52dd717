// The nearest number of a floating-point type below 32 bits, ties to even.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tensor/narrow_float.h"

namespace tdbg::expr {

// The bits of `value` in the format. What is too large becomes infinity or, in formats without one,
// NaN; in formats without either, the largest number. Assumes that the thread rounds to nearest.
inline uint32_t RoundToNarrow(const tensor::NarrowFormat& format, double value) {
  using Specials = tensor::NarrowFormat::Specials;
  const auto bits = std::bit_cast<uint64_t>(value);
  const bool negative = bits >> 63 != 0;
  const uint32_t sign = negative ? format.sign_mask() : 0;
  const uint32_t largest = format.sign_mask() - 1;  // of all magnitudes, special ones included
  const uint32_t infinity = format.max_exponent() << format.mantissa_bits;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;

  if (exponent == 1024 && (bits << 12) != 0) {  // NaN
    switch (format.specials) {
      case Specials::kIeee:
        return sign | infinity | (1u << (format.mantissa_bits - 1));
      case Specials::kNanAllOnes:
        return sign | largest;
      case Specials::kNanNegativeZero:
        return format.sign_mask();
      case Specials::kNone:
        return format.sign_mask() ^ sign;
    }
  }
  uint32_t magnitude = largest + 1;  // infinity: beyond everything
  if (exponent < 1024) {
    // The number counted in steps of the format's grid around it.
    const int lowest = 1 - format.bias - format.mantissa_bits;
    const int step = std::max(exponent - format.mantissa_bits, lowest);
    const auto scale = std::bit_cast<double>(static_cast<uint64_t>(1023 - step) << 52);
    const double steps = std::bit_cast<double>(bits & ~(uint64_t{1} << 63)) * scale;
    const double rounded = (steps + 0x1p52) - 0x1p52;
    const uint64_t whole = (static_cast<uint64_t>(step - lowest) << format.mantissa_bits) +
                           static_cast<uint64_t>(rounded);
    magnitude = static_cast<uint32_t>(std::min<uint64_t>(whole, magnitude));
  }
  switch (format.specials) {
    case Specials::kIeee:
      return sign | std::min(magnitude, infinity);
    case Specials::kNanAllOnes:
      return sign | std::min(magnitude, largest);
    case Specials::kNanNegativeZero:
      if (magnitude > largest) return format.sign_mask();
      return magnitude == 0 ? 0 : sign | magnitude;
    case Specials::kNone:
      break;
  }
  return sign | std::min(magnitude, largest);
}

}  // namespace tdbg::expr
