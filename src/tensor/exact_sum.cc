#include "tensor/exact_sum.h"

#include <cmath>

namespace tdbg::tensor {
namespace {

constexpr int kMantissaBits = 52;
constexpr int kLowestExponent = -1074;  // of the last bit of a subnormal

}  // namespace

void ExactSum::Add(uint64_t f64_bits) {
  const auto exponent = static_cast<int>(f64_bits >> kMantissaBits & 0x7ff);
  uint64_t mantissa = f64_bits & ((uint64_t{1} << kMantissaBits) - 1);
  int shift = 0;
  if (exponent != 0) {
    mantissa |= uint64_t{1} << kMantissaBits;
    shift = exponent - 1;
  }
  const Digit addend = static_cast<Digit>(mantissa) << (shift % 32);
  Digit& digit = digits_[static_cast<size_t>(shift / 32)];
  digit += f64_bits >> 63 ? -addend : addend;
}

long double ExactSum::Value() const {
  // Carry upwards, which leaves the sign in the top digit and all others below 2^32.
  std::array<Digit, kDigits> digits = digits_;
  const auto carry_up = [&digits] {
    for (size_t i = 0; i + 1 < kDigits; ++i) {
      digits[i + 1] += digits[i] >> 32;
      digits[i] &= 0xffffffff;
    }
  };
  carry_up();
  const bool negative = digits.back() < 0;
  if (negative) {
    for (Digit& digit : digits) digit = -digit;
    carry_up();
  }

  size_t top = kDigits - 1;
  while (top > 0 && digits[top] == 0) --top;
  // Four digits hold 97 significant bits at least: more than a long double takes.
  long double value = 0;
  for (size_t i = top + 1; i-- > 0 && i + 4 > top;) {
    value +=
        std::ldexp(static_cast<long double>(digits[i]), static_cast<int>(i) * 32 + kLowestExponent);
  }
  return negative ? -value : value;
}

}  // namespace tdbg::tensor
