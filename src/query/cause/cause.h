// Why an op made a bad number of good ones, told from the numbers it read. Nothing is guessed: a
// sentence stands only where the recorded values bear it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "query/cause/op_case.h"

namespace tdbg::query {

struct Cause {
  std::string text;                // sentences; "" where only the way back is worth telling
  std::optional<size_t> input;     // the input that explains the result
  std::optional<int64_t> element;  // of that input, row-major
  // That element, or one like it where it is not known which.
  std::optional<double> number = std::nullopt;
};

// Why the element asked about (or, that being unknown, any) is NaN or infinite; nullopt where no
// rule fits what is known.
std::optional<Cause> CauseOf(const OpCase& op);

// Why the element asked about, a finite one, is what it is, where that is worth a sentence: it came
// out as 0, below 0, or rounded to 1. nullopt where there is nothing to say.
std::optional<Cause> CauseOfFinite(const OpCase& op);

}  // namespace tdbg::query
