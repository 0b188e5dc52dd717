// The three numbers that are no number to go on with, and sets of them.
#pragma once

#include <cstdint>

namespace tdbg::frameworks {

enum class BadNumber : uint8_t { kNan = 1, kNegInf = 2, kPosInf = 4 };

class BadNumbers {
 public:
  constexpr BadNumbers() = default;
  constexpr BadNumbers(BadNumber number) : bits_(static_cast<uint8_t>(number)) {}

  static constexpr BadNumbers All() {
    return BadNumbers(BadNumber::kNan) | BadNumber::kNegInf | BadNumber::kPosInf;
  }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool Has(BadNumber number) const { return (bits_ & static_cast<uint8_t>(number)) != 0; }
  constexpr BadNumbers operator|(BadNumbers other) const {
    BadNumbers all;
    all.bits_ = bits_ | other.bits_;
    return all;
  }
  bool operator==(const BadNumbers&) const = default;

 private:
  uint8_t bits_ = 0;
};

inline constexpr BadNumber kBadNumbers[] = {BadNumber::kNan, BadNumber::kNegInf,
                                            BadNumber::kPosInf};

}  // namespace tdbg::frameworks
