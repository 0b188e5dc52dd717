#include "base/glyph.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/glyph_ranges.h"

namespace tdbg {
namespace {

template <size_t n>
bool IsIn(const CodeRange (&ranges)[n], char32_t code) {
  const CodeRange* range = std::lower_bound(
      std::begin(ranges), std::end(ranges), code,
      [](const CodeRange& candidate, char32_t value) { return candidate.last < value; });
  return range != std::end(ranges) && range->first <= code;
}

size_t ColumnsOf(char32_t code) {
  if (code < 0x300) return 1;
  if (IsIn(kZeroWidth, code)) return 0;
  return IsIn(kDoubleWidth, code) ? 2 : 1;
}

struct Decoded {
  char32_t code = 0;
  size_t bytes = 0;  // 0: these bytes are no UTF-8
};

Decoded Decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (bytes == 0 || first >= 0xf8 || text.size() < bytes) return {};
  char32_t code = first & (0xffu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < kLeast[bytes] || code > 0x10ffff || surrogate ? Decoded{} : Decoded{code, bytes};
}

bool Combines(std::string_view text, size_t at) { return FirstGlyph(text.substr(at)).columns == 0; }

}  // namespace

Glyph FirstGlyph(std::string_view text) {
  const Decoded decoded = Decode(text);
  if (decoded.bytes == 0) return {1, 1, false};
  const char32_t code = decoded.code;
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  if (control || (code >= 0xa0 && IsIn(kInvisible, code))) return {decoded.bytes, 1, false, code};
  return {decoded.bytes, ColumnsOf(code), true, code};
}

std::string_view Shown(std::string_view text, const Glyph& glyph) {
  return glyph.printable ? text.substr(0, glyph.bytes) : kReplacement;
}

size_t NextStop(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  at += FirstGlyph(text.substr(at)).bytes;
  while (at < text.size() && Combines(text, at)) at += FirstGlyph(text.substr(at)).bytes;
  return at;
}

size_t PreviousStop(std::string_view text, size_t at) {
  // UTF-8 can be walked backwards, but a walk that agrees with NextStop on any bytes is simpler.
  size_t stop = 0;
  for (size_t next = NextStop(text, 0); next < at; next = NextStop(text, next)) stop = next;
  return stop;
}

std::string Cleaned(std::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const Glyph glyph = FirstGlyph(text);
    printable += text[0] == '\t' ? " " : Shown(text, glyph);
    text.remove_prefix(glyph.bytes);
  }
  return printable;
}

std::string ValidUtf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const size_t bytes = Decode(text).bytes;
    valid += bytes == 0 ? kReplacement : text.substr(0, bytes);
    text.remove_prefix(std::max<size_t>(bytes, 1));
  }
  return valid;
}

}  // namespace tdbg
