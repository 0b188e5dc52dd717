#include "base/printable.h"

#include <cstdio>

#include "base/glyph.h"

namespace tdbg {

std::string Printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    if (glyph.printable) {
      safe += text.substr(0, glyph.bytes);
    } else {
      // C1 controls are two bytes in UTF-8, and the second is their number.
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\x%02x",
                    static_cast<uint8_t>(text[glyph.bytes - 1]));
      safe += escaped;
    }
    text.remove_prefix(glyph.bytes);
  }
  return safe;
}

size_t DisplayColumns(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    columns += glyph.columns;
    text.remove_prefix(glyph.bytes);
  }
  return columns;
}

std::string Padded(std::string text, size_t columns) {
  const size_t used = DisplayColumns(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string Counted(int64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace tdbg
