// The sum of float64 numbers without any rounding on the way.
#pragma once

#include <array>
#include <cstdint>

namespace tdbg::tensor {

// A fixed-point number wide enough for every finite float64, kept as 32-bit digits with room to
// spare, so that an addition touches one digit. Works on integer bits: the thread's rounding mode
// and flushing of subnormals do not matter. At most 2^42 additions.
class ExactSum {
 public:
  // The bits of a finite float64.
  void Add(uint64_t f64_bits);

  // Rounded once, to the precision of long double.
  long double Value() const;

 private:
  using Digit = __int128;
  // Shifts of the 53-bit mantissa go from 0 to 2045: digits 0 to 63, and two for the overhang.
  static constexpr int kDigits = 66;

  std::array<Digit, kDigits> digits_ = {};
};

}  // namespace tdbg::tensor
