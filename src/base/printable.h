// Text for people: safe on a terminal, measured in columns, counted in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tdbg {

// Names and sources come from outside: control characters and bytes that are no UTF-8 are shown as
// \x1b, characters that nobody sees and that turn the rest around as \u202e and the like, so that
// nothing recorded can drive the terminal or look like something else.
std::string Printable(std::string_view text);

// The same of a whole text in JSON, which says the same afterwards.
std::string PrintableJson(std::string_view json);

// How wide the text is on a terminal: what combines takes no column, what is wide takes two.
size_t DisplayColumns(std::string_view text);

// `text` with blanks behind it up to `columns`.
std::string Padded(std::string text, size_t columns);

// "1 alert", "2 alerts".
std::string Counted(int64_t count, std::string_view noun);

}  // namespace tdbg
