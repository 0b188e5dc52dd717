// A remedy that is known for a pattern, tried on the numbers that were recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/cause/pattern.h"

namespace tdbg::query {

// "with log_softmax: finite, −104 … −0.0005, equal elsewhere to 1e−07". nullopt where no remedy is
// known, where the numbers it needs were not recorded, and where it would not have helped.
std::optional<std::string> TryFix(Pattern pattern, const TracedOp& op, const Cause& cause);

// What a remedy made in place of what the op made.
struct Trial {
  std::string name;
  std::vector<double> results;
  // What stands in the place of each result in the recording; empty where nothing is comparable.
  std::vector<double> before;
  tensor::DType dtype = tensor::DType::kInvalid;
};

// The numbers of a tensor; nullopt where they were not recorded, or are too many to be tried.
std::optional<std::vector<double>> NumbersOf(const KnownTensor& tensor);

// Remedies for ops that work element by element, on their own operands.
std::optional<Trial> TryElementwise(Pattern pattern, const TracedOp& op, const Cause& cause);

// Remedies that take the place of several ops: log_softmax, softplus, xlogy, a wider sum.
std::optional<Trial> TryTogether(Pattern pattern, const TracedOp& op);

}  // namespace tdbg::query
