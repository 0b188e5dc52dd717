// What the ops that work element by element compute, and what is said where they cannot.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tdbg::query {

struct Formula {
  std::string_view types;  // op types, blanks between them
  std::string_view text;   // with {x} and {y} for the elements read
  long double (*value)(long double x, long double y);
  size_t inputs = 1;
  size_t culprit = 0;  // the input that explains a pole
};

// nullptr where the op is none of them.
const Formula* FormulaOf(std::string_view op_type);

// Its text with the numbers in it; the letter itself where a number is not known.
std::string Filled(const Formula& formula, std::optional<double> x, std::optional<double> y);

// Half a sentence on why the result is no finite number, where the numbers do not speak for
// themselves; "" otherwise.
std::string_view ReasonFor(std::string_view op_type, double x, double y);

}  // namespace tdbg::query
