// Characters as a terminal shows them: UTF-8, and how many columns each takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tdbg {

struct Glyph {
  size_t bytes = 0;
  size_t columns = 0;  // 0 for what combines with the character before it
  // false: a control or format character or no UTF-8; kReplacement stands for it
  bool printable = true;
  char32_t code = 0;  // 0 for what is no UTF-8
};

// Shown in the place of what is not printable. One column.
inline constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// The first character of `text`, which is not empty.
Glyph FirstGlyph(std::string_view text);

// The bytes that show `glyph`, which begins `text`.
std::string_view Shown(std::string_view text, const Glyph& glyph);

// Where the character that a person sees ends or begins, with all that combines with it: the next
// such place behind `at`, and the one before it. Both stay within the text.
size_t NextStop(std::string_view text, size_t at);
size_t PreviousStop(std::string_view text, size_t at);

// The text with blanks for tabs and kReplacement for all else that is not printable.
std::string Cleaned(std::string_view text);

// The text with kReplacement for each byte that is no UTF-8; all else stays as it is.
std::string ValidUtf8(std::string_view text);

}  // namespace tdbg
