// Real numbers as numpy prints them: alone, or in a column with their points below one another.
#pragma once

#include <string>
#include <string_view>

#include "tensor/format.h"
#include "tensor/format_digits.h"

namespace tdbg::tensor {

// One number alone. `whole` is added to a number without a fraction: ".0" for real numbers, "" for
// the parts of complex ones. Scientific notation never has it.
std::string FormatFloat(FloatKind kind, double value, std::string_view whole);

// Many numbers, all in one notation and one width: Observe each, Settle once, then Append each.
// NaN and infinities take part.
class FloatColumn {
 public:
  // `plus`: a sign before every number, as imaginary parts have it.
  FloatColumn(FloatKind kind, const FormatOptions& options, bool plus);

  void Observe(double value);
  void Settle();
  void Append(double value, std::string& out) const;

 private:
  struct Widths {
    int before = 0;  // characters before the point, sign included
    int behind = 0;
  };

  bool NeedsScientific() const;
  bool HasSign(double value) const;
  void AppendScientific(const Digits& digits, std::string& out) const;

  const FloatKind kind_;
  const int precision_;
  const bool suppress_small_;
  const bool plus_;

  // What was observed. Magnitudes are those of finite numbers other than zero.
  double largest_ = 0;
  double smallest_ = 0;  // 0 while there is none
  bool saw_non_finite_ = false;
  bool saw_negative_infinity_ = false;
  Widths positional_;
  Widths scientific_;  // `behind`: the fraction only
  int exponent_digits_ = 0;

  // What was settled.
  bool is_scientific_ = false;
  Widths widths_;
};

}  // namespace tdbg::tensor
