// How a mistake in an expression is shown: what is wrong, the text, and a caret under the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::expr {

// Bytes [begin, end) of the expression's text. An empty range stands before the byte at `begin`.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};

// Three lines without a line end behind the last: the message, the text indented by two blanks, and
// "^~~~" under the range. Control characters and broken UTF-8 are written as \x1b; of a long text
// only a window around the range is shown. The message must be one line; any text is safe.
std::string Underlined(std::string_view message, std::string_view text, size_t begin, size_t end);

// The same error with its message underlined. What is underlined already is left alone.
Status Underline(const Status& status, std::string_view text, Range range);

}  // namespace tdbg::expr
