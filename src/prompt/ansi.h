// Styles as escape codes, and text that carries such codes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "view/document.h"

namespace tdbg::prompt {

// Whether what is written to `fd` should be coloured: it is a terminal, not a dumb one (TERM), and
// NO_COLOR is unset or empty.
bool WantsColour(int fd);

// TERM names a terminal that knows no escape codes, or is not set.
bool IsDumbTerminal();

std::string Styled(view::Style style, std::string_view text);

// The line in colours, or as bare text. A link looks like one only where it has no other style:
// there is nothing to click on at a prompt.
std::string Rendered(const view::Line& line, bool colour);

// Length of the escape sequence (ESC [ … letter) at the start of `text`; 0 if there is none.
size_t EscapeLength(std::string_view text);

// `text` without its escape sequences.
std::string WithoutEscapes(std::string_view text);

// The rows that a coloured line takes on a screen of so many columns, at least one. Each row
// carries its own colours and ends without any. No row is wider, but for a character that alone is.
std::vector<std::string> Wrapped(std::string_view line, size_t columns);

// The columns from `first` on, as one row. A wide character that is cut leaves a blank.
std::string Cut(std::string_view line, size_t first, size_t columns);

// A part of WithoutEscapes(line), in bytes.
struct TextRange {
  size_t begin = 0;
  size_t end = 0;
};

// The line with these ranges, ascending, in reverse video.
std::string Marked(std::string_view line, const std::vector<TextRange>& ranges);

}  // namespace tdbg::prompt
