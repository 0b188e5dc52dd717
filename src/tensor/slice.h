// Choosing a part of a tensor with numpy's basic indexing: "[1:3, ::-1, -1, ...]".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// What stands between two commas. Numbers beyond 64 bits are kept as the nearest that fits, which
// means the same, since no tensor is that long.
struct SliceItem {
  enum class Kind : uint8_t { kIndex, kRange, kEllipsis };

  Kind kind = Kind::kIndex;
  int64_t index = 0;             // kIndex
  std::optional<int64_t> start;  // kRange; nullopt where left out
  std::optional<int64_t> stop;
  int64_t step = 1;  // not 0, not INT64_MIN

  size_t begin = 0;  // the item's characters in Slice::text
  size_t end = 0;
};

struct Slice {
  std::string text;  // as it was given
  std::vector<SliceItem> items;
};

// Items are integers, start:stop:step with any part left out, and at most one "...", separated by
// commas; the brackets around them may be left out, and so may all items (the whole tensor).
// Any text is safe to give. newaxis, lists and masks are refused.
Result<Slice> ParseSlice(std::string_view text);

// The chosen part, as another window on the same elements, with the shape that numpy would give
// it. An index outside its axis and more items than axes are errors; ranges are clamped.
Result<TensorView> ApplySlice(const Slice& slice, const TensorView& view);

}  // namespace tdbg::tensor
