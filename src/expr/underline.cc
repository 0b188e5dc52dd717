#include "expr/underline.h"

#include <algorithm>
#include <vector>

namespace tdbg::expr {
namespace {

constexpr size_t kWidest = 100;  // columns of text
constexpr size_t kBefore = 40;   // columns kept before the mistake where the text is cut
constexpr std::string_view kCut = "...";

// The number of bytes of the printable character at `at`; 0 where there is none.
size_t PrintableLength(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return lead >= ' ' && lead != 0x7f ? 1 : 0;
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) return 0;
  for (size_t i = at + 1; i < at + length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool c1_control = lead == 0xc2 && byte(at + 1) < 0xa0;
  return c1_control ? 0 : length;
}

std::string Escape(char c) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

struct Cell {
  size_t byte;  // where it begins in the text
  std::string shown;
  size_t columns;
};

std::vector<Cell> CellsOf(std::string_view text, size_t from, size_t to) {
  std::vector<Cell> cells;
  for (size_t at = from; at < to;) {
    const size_t length = PrintableLength(text, at);
    if (length == 0) {
      cells.push_back({at, Escape(text[at]), 4});
    } else {
      cells.push_back({at, std::string(text.substr(at, length)), 1});
    }
    at += std::max<size_t>(length, 1);
  }
  return cells;
}

}  // namespace

std::string Underlined(std::string_view message, std::string_view text, size_t begin, size_t end) {
  begin = std::min(begin, text.size());
  end = std::clamp(end, begin, text.size());
  // A column is at most four bytes wide, so this is enough of any text.
  const size_t from = begin > 4 * kWidest ? begin - 4 * kWidest : 0;
  const size_t to = std::min(text.size(), begin + 4 * kWidest);
  const std::vector<Cell> cells = CellsOf(text, from, to);

  size_t total = 0;
  size_t before = 0;
  for (const Cell& cell : cells) {
    total += cell.columns;
    if (cell.byte < begin) before += cell.columns;
  }
  const bool all = from == 0 && to == text.size() && total <= kWidest;
  const size_t first = all || before <= kBefore ? 0 : before - kBefore;

  std::string line = "  ";
  std::string mark = "  ";
  if (first > 0 || from > 0) {
    line += kCut;
    mark.append(kCut.size(), ' ');
  }
  size_t column = 0;
  bool marked = false;
  for (const Cell& cell : cells) {
    const size_t at = column;
    column += cell.columns;
    if (at < first) continue;
    if (!all && column - first > kWidest) {
      line += kCut;
      break;
    }
    line += cell.shown;
    const bool inside = cell.byte >= begin && cell.byte < end;
    if (cell.byte < begin) {
      mark.append(cell.columns, ' ');
    } else if (inside) {
      mark += marked ? '~' : '^';
      mark.append(cell.columns - 1, '~');
      marked = true;
    }
  }
  if (!marked) mark += '^';
  return std::string(message) + '\n' + line + '\n' + mark;
}

Status Underline(const Status& status, std::string_view text, Range range) {
  if (status.message().find('\n') != std::string::npos) return status;
  return {status.code(), Underlined(status.message(), text, range.begin, range.end)};
}

}  // namespace tdbg::expr
