// Decimal digits of a floating-point number: the fewest that lead back to the same number of the
// same type, or fewer, rounded from its exact value.
//
// Expects the default floating-point environment of its callers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tdbg::tensor {

enum class FloatKind : uint8_t { kF16, kF32, kF64 };

// A finite number without its sign: d.ddd × 10^exponent. No trailing zeros, except that zero is
// the digit 0 with exponent 0.
struct Digits {
  std::array<char, 24> text;
  int size = 0;
  int exponent = 0;

  std::string_view view() const { return {text.data(), static_cast<size_t>(size)}; }

  // How many stand behind the point in d.ddd and in plain notation.
  int ScientificFraction() const { return size - 1; }
  int PositionalFraction() const { return size - 1 > exponent ? size - 1 - exponent : 0; }
};

// `value` is finite and of this kind. Its sign is ignored.
Digits ShortestDigits(FloatKind kind, double value);

// `shortest` (of the same value) if it has no more than `fraction` digits behind the point of
// d.ddd or of plain notation; otherwise the value rounded to so many, exact ties to even.
Digits RoundScientific(const Digits& shortest, double value, int fraction);
Digits RoundPositional(const Digits& shortest, double value, int fraction);

// `shortest` if it has exactly `fraction` (at most 20) digits behind the point of d.ddd; otherwise
// the value rounded to so many, even where fewer would do: what zeros would hide of it comes out.
Digits FillScientific(const Digits& shortest, double value, int fraction);

}  // namespace tdbg::tensor
