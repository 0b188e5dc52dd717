#include "base/printable.h"

#include <cstdio>

#include "base/glyph.h"

namespace tdbg {

namespace {

// Calls `use(text, glyph)` for each character, as the text that begins with it.
template <typename Use>
void ForEachGlyph(std::string_view text, Use use) {
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    use(text, glyph);
    text.remove_prefix(glyph.bytes);
  }
}

template <typename... Numbers>
void AppendFormatted(std::string& text, const char* format, Numbers... numbers) {
  char buffer[16];
  text.append(buffer,
              static_cast<size_t>(std::snprintf(buffer, sizeof buffer, format, numbers...)));
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string safe;
  ForEachGlyph(text, [&](std::string_view rest, const Glyph& glyph) {
    const auto code = static_cast<unsigned>(glyph.code);
    if (glyph.printable) {
      safe += rest.substr(0, glyph.bytes);
    } else if (code > 0xffff) {
      AppendFormatted(safe, "\\U%08x", code);
    } else if (code > 0xff) {
      AppendFormatted(safe, "\\u%04x", code);
    } else {
      AppendFormatted(safe, "\\x%02x", code == 0 ? static_cast<uint8_t>(rest[0]) : code);
    }
  });
  return safe;
}

std::string PrintableJson(std::string_view json) {
  std::string safe;
  ForEachGlyph(json, [&](std::string_view rest, const Glyph& glyph) {
    const auto code = static_cast<unsigned>(glyph.code);
    if (glyph.printable || code < 0x7f) {
      safe += rest.substr(0, glyph.bytes);  // what JSON itself wants escaped is escaped
    } else if (code > 0xffff) {
      AppendFormatted(safe, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
    } else {
      AppendFormatted(safe, "\\u%04x", code);
    }
  });
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
