// What the ops that work element by element compute, and what is said where they cannot.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "frameworks/calculation.h"

namespace tdbg::query {

struct Formula {
  frameworks::Calculation calculation;
  std::string_view text;  // with {x} and {y} for the elements read
  long double (*value)(long double x, long double y);
  size_t inputs = 1;
  size_t culprit = 0;  // the input that explains an infinity or NaN
};

// nullptr for a calculation that is not made element by element.
const Formula* FormulaOf(frameworks::Calculation calculation);

// The formula's text with the numbers put in; "x" or "y" stays where a number is not known.
std::string Filled(const Formula& formula, std::optional<double> x, std::optional<double> y);

// Half a sentence on why the result is no finite number, where the numbers do not speak for
// themselves; "" otherwise.
std::string_view ReasonFor(frameworks::Calculation calculation, double x, double y);

}  // namespace tdbg::query
