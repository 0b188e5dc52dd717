// A line of source on a screen that may be too narrow for it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tdbg::view {

// The text, cut at its end where it is wider than `columns`.
std::string CutLine(std::string_view text, size_t columns);

// The text; where it is wider than `columns`, the part of it around the first of the spellings that
// it has, so that the call for which the line is shown can be read.
std::string CutAround(std::string_view text, size_t columns,
                      const std::vector<std::string>& spellings);

}  // namespace tdbg::view
