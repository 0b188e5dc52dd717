#include "view/excerpt_line.h"

#include "base/printable.h"

namespace tdbg::view {
namespace {

bool ContinuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Where the first spelling that occurs begins; npos if none does.
size_t FindCall(std::string_view text, const std::vector<std::string>& spellings) {
  for (const std::string& spelling : spellings) {
    if (const size_t at = text.find(spelling); at != text.npos) return at;
  }
  return text.npos;
}

}  // namespace

std::string CutLine(std::string_view from, size_t columns) {
  std::string text = Printable(from);
  if (DisplayColumns(text) <= columns) return text;
  while (!text.empty() && DisplayColumns(text) + 1 > columns) {
    while (text.size() > 1 && ContinuesCharacter(text.back())) text.pop_back();
    text.pop_back();
  }
  return text + "…";
}

std::string CutAround(std::string_view from, size_t columns,
                      const std::vector<std::string>& spellings) {
  const std::string text = Printable(from);
  const size_t call = FindCall(text, spellings);
  if (call == text.npos || DisplayColumns(text) <= columns) return CutLine(text, columns);
  // What is called with follows the name: two thirds of the line are for it.
  const std::string_view shown(text);
  if (DisplayColumns(shown.substr(0, call)) + columns / 3 < columns) return CutLine(text, columns);
  size_t begin = call;
  while (begin > 0 && DisplayColumns(shown.substr(begin, call - begin)) < columns / 3) --begin;
  const bool whole_end = DisplayColumns(shown.substr(begin)) + 1 <= columns;
  while (whole_end && begin > 0 && DisplayColumns(shown.substr(begin - 1)) + 1 <= columns) --begin;
  while (begin < call && ContinuesCharacter(shown[begin])) ++begin;
  return "…" + CutLine(shown.substr(begin), columns - 1);
}

}  // namespace tdbg::view
