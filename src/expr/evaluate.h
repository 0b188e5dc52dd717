// Evaluating expressions over tensors, as numpy would.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status.h"
#include "expr/allowance.h"
#include "tensor/value.h"

namespace tdbg::expr {

// What an expression came to: an array (a number is one of rank 0), several values (a tuple), or a
// text (also for a dtype and for None).
struct Outcome {
  std::variant<tensor::Value, std::vector<Outcome>, std::string> is;
};

// What an expression may ask for. `tensor` is given what stands between backticks; it is asked once
// for each name. `stop` may be null; when it becomes true, the evaluation soon ends with an error.
// `pause` may be empty; it is called every millisecond or so of long work.
struct Environment {
  std::function<Result<tensor::Value>(std::string_view name)> tensor;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> pause = {};
  Allowance allowance = {};
};

// numpy 2's result: its broadcasting, its dtypes (Python's numbers are weak), its rounding, as far
// as the functions of functions.h go. Names may be written with or without `np.`. Arrays of more
// than 2^28 elements are refused, and so is what is beyond the allowance. Any text is safe. A
// mistake is underlined (underline.h); so is the error of a tensor that cannot be had, which keeps
// its code.
Result<Outcome> Evaluate(std::string_view text, const Environment& environment);

// Names besides functions that an expression may use: pi, True, float32, …; and what may stand
// behind a dot: shape, T, …
const std::vector<std::string_view>& ConstantNames();
const std::vector<std::string_view>& AttributeNames();

}  // namespace tdbg::expr
