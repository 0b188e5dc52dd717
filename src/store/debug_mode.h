// How TensorFlow's debugger sums a tensor up: its modes, and the numbers that each of them gives.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "store/digest.h"
#include "store/tensor_event.h"

namespace tdbg::store {

// TensorFlow's numbers of tensor_debug_mode.
enum class DebugMode : int {
  kUnspecified = 0,
  kNoTensor = 1,
  kCurtHealth = 2,
  kConciseHealth = 3,
  kFullHealth = 4,
  kShape = 5,
  kFullTensor = 7,
  kReduceInfNan = 8,
};

// kUnspecified for a detail that TensorFlow does not have.
DebugMode ModeOf(Detail detail);

// What the mode tells of a tensor, beginning with its number in the graph (-1 for an eager one).
// Nullopt where the digest does not know all of it, and for modes without numbers.
std::optional<std::vector<double>> SummaryNumbers(DebugMode mode, double tensor_id,
                                                  const Digest& digest);

// The one mode in which most can be told of all these tensors. Health goes before shape, because
// alerts come of it; that mode may tell nothing of some of them.
DebugMode CommonMode(std::span<const Digest> digests);

}  // namespace tdbg::store
