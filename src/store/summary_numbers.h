// How TensorFlow's debugger sums a tensor up: the numbers that each of its modes gives.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "store/digest.h"
#include "vocabulary/detail.h"

namespace tdbg::store {

// What the mode tells of a tensor, beginning with its number in the graph (-1 for an eager one).
// Nullopt where the digest does not know all of it, and for modes without numbers.
std::optional<std::vector<double>> SummaryNumbers(Detail mode, double tensor_id,
                                                  const Digest& digest);

// The one mode in which most can be told of all these tensors. Health goes before shape, because
// alerts come of it; that mode may tell nothing of some of them.
Detail CommonDetail(std::span<const Digest> digests);

}  // namespace tdbg::store
