// What could be typed next, as a person sees it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prompt/screen_size.h"
#include "view/completion.h"

namespace tdbg::prompt {

using Completer = std::function<view::Completion(std::string_view line, size_t cursor)>;

// The longest beginning that all candidates share, in whole characters.
std::string CommonPrefix(const std::vector<view::Candidate>& candidates);

// The candidates in at most `size.rows` rows: with their descriptions, one a row, where all fit;
// else in columns that read downwards. Those that have no place are counted in the last row. The
// `chosen` one is always among those shown, and marked.
std::vector<std::string> ListRows(const std::vector<view::Candidate>& candidates, ScreenSize size,
                                  std::optional<size_t> chosen, bool colour);

}  // namespace tdbg::prompt
