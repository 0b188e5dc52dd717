// A line of source on a screen that may be too narrow for it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "query/called_part.h"

namespace tdbg::view {

// The text, cut at its end where it is wider than `columns`.
std::string CutLine(std::string_view text, size_t columns);

struct ExcerptLine {
  std::string text;
  size_t mark_at = 0;       // columns before the part
  size_t mark_columns = 0;  // how much of it is shown
};

// The text; where it is wider than `columns`, as much of it around the part as there is room for,
// so that the part can be read.
ExcerptLine CutAround(std::string_view text, size_t columns,
                      const std::optional<query::LinePart>& part);

}  // namespace tdbg::view
