// The numbers of the summarising debug ops, as a digest of the tensor they summarise.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "base/status.h"
#include "store/digest.h"

namespace tdbg::importers::tfdbg1 {

// What the debug node in the graph says of the tensor it watches.
struct Watch {
  tensor::DType dtype = tensor::DType::kInvalid;
  // Of DebugNumericSummary: finite elements from here on down (up) are counted with -inf (+inf).
  double lower_bound = -std::numeric_limits<double>::infinity();
  double upper_bound = std::numeric_limits<double>::infinity();
};

// DebugNumericSummary: 14 numbers and the extents, or the 12 numbers of 2016. Where bounds mixed
// finite elements into the infinite ones (or may have: no `watch` is known), the counts that this
// spoils are unknown. kCorrupt if the numbers contradict each other.
Result<store::Digest> DigestOfNumericSummary(std::span<const double> numbers,
                                             const std::optional<Watch>& watch);

// DebugNanCount: tells nothing of infinities.
Result<store::Digest> DigestOfNanCount(double nan_count, const std::optional<Watch>& watch);

}  // namespace tdbg::importers::tfdbg1
