// What could be typed next.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prompt/screen_size.h"

namespace tdbg::prompt {

struct Candidate {
  std::string text;         // in the place of the word
  std::string description;  // one line, or empty
};

struct Completion {
  size_t begin = 0;  // of the word, which ends at the cursor
  std::vector<Candidate> candidates;
  std::string after;  // added behind a candidate if it is the only one: " " or ""
};

using Completer = std::function<Completion(std::string_view line, size_t cursor)>;

// The longest beginning that all candidates share, in whole characters.
std::string CommonPrefix(const std::vector<Candidate>& candidates);

// The candidates in at most `size.rows` rows: with their descriptions, one a row, where all fit;
// else in columns that read downwards. Those that have no place are counted in the last row. The
// `chosen` one is always among those shown, and marked.
std::vector<std::string> ListRows(const std::vector<Candidate>& candidates, ScreenSize size,
                                  std::optional<size_t> chosen, bool colour);

}  // namespace tdbg::prompt
