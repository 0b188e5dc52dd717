#include "view/excerpt_line.h"

#include <algorithm>

#include "base/printable.h"

namespace tdbg::view {
namespace {

bool ContinuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

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

ExcerptLine CutAround(std::string_view from, size_t columns,
                      const std::optional<query::LinePart>& part) {
  if (!part || part->end > from.size() || part->begin >= part->end) return {CutLine(from, columns)};
  const std::string before = Printable(from.substr(0, part->begin));
  const std::string marked = Printable(from.substr(part->begin, part->end - part->begin));
  const std::string text = before + marked + Printable(from.substr(part->end));
  const std::string_view shown(text);
  // What is called with follows the name: two thirds of the line are for it.
  size_t begin = 0;
  if (DisplayColumns(text) > columns &&
      DisplayColumns(before) + std::max(columns / 3, DisplayColumns(marked) + 1) >= columns) {
    begin = before.size();
    const auto columns_before = [&] {
      return DisplayColumns(shown.substr(begin, before.size() - begin));
    };
    while (begin > 0 && columns_before() < columns / 3) --begin;
    const bool whole_end = DisplayColumns(shown.substr(begin)) + 1 <= columns;
    while (whole_end && begin > 0 && DisplayColumns(shown.substr(begin - 1)) + 1 <= columns)
      --begin;
    while (begin < before.size() && ContinuesCharacter(shown[begin])) ++begin;
  }
  ExcerptLine line;
  line.text = begin == 0 ? CutLine(text, columns) : "…" + CutLine(shown.substr(begin), columns - 1);
  line.mark_at = DisplayColumns(shown.substr(begin, before.size() - begin)) + (begin == 0 ? 0 : 1);
  const size_t end = std::min(line.mark_at + DisplayColumns(marked), DisplayColumns(line.text));
  line.mark_columns = end > line.mark_at ? end - line.mark_at : 0;
  return line;
}

}  // namespace tdbg::view
