// A tensor's elements as lines: digits as numpy prints them, NaN and infinities in their colours.
#pragma once

#include <optional>
#include <vector>

#include "tensor/format.h"
#include "tensor/tensor_view.h"
#include "view/document.h"
#include "view/ranges.h"

namespace tdbg::view {

// The tensor as lines that know which elements they hold. Elements in `marked` are highlighted.
std::vector<Line> TensorLines(const tensor::TensorView& view, const tensor::FormatOptions& options,
                              const std::optional<Ranges>& marked);

// How many elements `ranges` holds, shown or not. kUnsupported for types without an order.
Result<int64_t> CountInRanges(const tensor::TensorView& view, const Ranges& ranges);

}  // namespace tdbg::view
