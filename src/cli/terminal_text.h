// Text that is safe and readable on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::cli {

// Names and sources come from outside: control characters and bytes that are no UTF-8 are shown as
// \x1b and the like, so that nothing recorded can drive the terminal.
std::string Printable(std::string_view text);

// How wide the text is on a terminal, one column a character (UTF-8).
size_t Columns(std::string_view text);

// `text` with blanks behind it up to `columns`.
std::string Padded(std::string text, size_t columns);

enum class Ink { kNan, kPosInf, kNegInf, kStrong, kFaint };

// The text in the colour of the one palette of all surfaces, if standard output is a terminal that
// wants colours (NO_COLOR is respected).
std::string Inked(Ink ink, std::string text);

// "1 alert", "2 alerts".
std::string Counted(int64_t count, std::string_view noun);

}  // namespace tdbg::cli
