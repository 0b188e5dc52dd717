#include "base/printable.h"

#include <cstdio>

namespace tdbg {
namespace {

// Length of the UTF-8 character at the start of `text`; 0 if there is none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const size_t length = byte(0) < 0x80             ? 1
                        : (byte(0) & 0xe0) == 0xc0 ? 2
                        : (byte(0) & 0xf0) == 0xe0 ? 3
                        : (byte(0) & 0xf8) == 0xf0 ? 4
                                                   : 0;
  if (length == 0 || length > text.size() || (length == 2 && byte(0) < 0xc2)) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const auto first = static_cast<uint8_t>(text[0]);
    // C1 controls are two bytes in UTF-8: c2 80 … c2 9f.
    const bool c1 = length == 2 && first == 0xc2 && static_cast<uint8_t>(text[1]) < 0xa0;
    if (length == 0 || (length == 1 && (first < 0x20 || first == 0x7f)) || c1) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\x%02x",
                    c1 ? static_cast<uint8_t>(text[1]) : first);
      safe += escaped;
      text.remove_prefix(length == 2 ? 2 : 1);
      continue;
    }
    safe += text.substr(0, length);
    text.remove_prefix(length);
  }
  return safe;
}

size_t DisplayColumns(std::string_view text) {
  size_t columns = 0;
  for (const char c : text) columns += (static_cast<uint8_t>(c) & 0xc0) != 0x80;
  return columns;
}

std::string Counted(int64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace tdbg
