#include "view/line_stream.h"

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "view/short_name.h"

namespace tdbg::view {
namespace {

bool HasHeadings(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const Column& column) { return !column.heading.empty(); });
}

bool IsShown(const Column& column) { return column.side != Column::Side::kNowhere; }

Line Safe(Line line) {
  // Places of elements stay good: numbers hold nothing that would be escaped.
  for (Segment& segment : line.segments) segment.text = Printable(segment.text);
  return line;
}

Style TitleStyle(Document::Severity severity) {
  switch (severity) {
    case Document::Severity::kPlain:
      return Style::kStrong;
    case Document::Severity::kFound:
      return Style::kWarning;
    case Document::Severity::kError:
      return Style::kError;
  }
  return Style::kPlain;
}

}  // namespace

void LineStream::BeginTable(const Table& table) {
  widths_.assign(table.columns.size(), 0);
  measured_.clear();
  for (size_t c = 0; c < table.columns.size(); ++c) {
    widths_[c] = DisplayColumns(table.columns[c].heading);
  }
  for (size_t r = 0; r < std::min(table.num_rows, kMeasuredRows); ++r) {
    measured_.push_back(table.row(r));
    for (size_t c = 0; c < table.columns.size(); ++c) {
      widths_[c] = std::max(widths_[c], DisplayColumns(Printable(measured_.back()[c].text)));
    }
  }
  LeaveOutColumns(table);
}

void LineStream::LeaveOutColumns(const Table& table) {
  shown_.clear();
  size_t width = table.marked_row != SIZE_MAX ? 2 : 0;
  constexpr size_t kGap = 2;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    shown_.push_back(IsShown(table.columns[c]));
    if (shown_[c]) width += widths_[c] + kGap;
  }
  width -= std::min(width, kGap);
  left_out_.clear();
  while (width > columns_) {
    std::optional<size_t> most;
    for (size_t c = 0; c < shown_.size(); ++c) {
      if (!shown_[c] || table.columns[c].spare == 0) continue;
      if (!most || table.columns[c].spare > table.columns[*most].spare) most = c;
    }
    if (!most) break;
    shown_[*most] = false;
    width -= widths_[*most] + kGap;
    left_out_ += (left_out_.empty() ? "" : ", ") + table.columns[*most].heading;
  }
  cut_.assign(shown_.size(), false);
  constexpr size_t kShortestName = 12;
  for (size_t c = shown_.size(); c-- > 0 && width > columns_;) {
    const bool names = shown_[c] && !measured_.empty() && measured_[0][c].style == Style::kName;
    if (!names || widths_[c] <= kShortestName) continue;
    const size_t less = std::min(width - columns_, widths_[c] - kShortestName);
    widths_[c] -= less;
    width -= less;
    cut_[c] = true;
  }
}

Line LineStream::RowLine(const Table& table, std::vector<Cell> cells, bool marked) const {
  Line line;
  // Only a table that can have a mark keeps room for it.
  if (table.marked_row != SIZE_MAX) line.Add(marked ? "▶ " : "  ", Style::kStrong);
  size_t last = 0;
  for (size_t c = 0; c < cells.size(); ++c) {
    if (shown_[c] && !cells[c].text.empty()) last = c;
  }
  bool first = true;
  for (size_t c = 0; c <= last && c < cells.size(); ++c) {
    if (!shown_[c]) continue;
    Cell& cell = cells[c];
    cell.text = Printable(cell.text);
    const size_t width = widths_[c];
    if (cut_[c]) cell.text = ShortName(cell.text, width);
    const size_t used = DisplayColumns(cell.text);
    const std::string gap(used < width ? width - used : 0, ' ');
    const bool right = table.columns[c].side == Column::Side::kRight;
    std::string before = first ? "" : "  ";
    if (right) before += gap;
    if (!before.empty()) line.Add(std::move(before));
    line.Add(std::move(cell.text), cell.style, std::move(cell.command));
    if (!right && c != last) line.Add(gap);
    first = false;
  }
  return line;
}

std::optional<Line> LineStream::Next() {
  if (!title_done_) {
    title_done_ = true;
    if (!document_.title.empty()) {
      return Safe(Line(document_.title, TitleStyle(document_.severity)));
    }
  }
  while (block_ < document_.blocks.size()) {
    const Block& block = document_.blocks[block_];
    if (const Text* text = std::get_if<Text>(&block)) {
      if (row_ < text->lines.size()) return Safe(text->lines[row_++]);
    } else {
      const Table& table = std::get<Table>(block);
      const bool visible = std::any_of(table.columns.begin(), table.columns.end(), IsShown);
      if (visible && row_ == 0) {
        BeginTable(table);
        ++row_;
        if (HasHeadings(table) && table.num_rows > 0) {
          std::vector<Cell> headings;
          for (const Column& column : table.columns) {
            headings.push_back({column.heading, Style::kHeading, column.command, {}});
          }
          return RowLine(table, std::move(headings), false);
        }
      }
      if (visible && row_ <= table.num_rows) {
        const size_t r = row_++ - 1;
        std::vector<Cell> cells = r < measured_.size() ? std::move(measured_[r]) : table.row(r);
        return RowLine(table, std::move(cells), r == table.marked_row);
      }
      if (visible && !left_out_.empty()) {
        Line note("no room for: " + std::exchange(left_out_, ""), Style::kFaint);
        return Safe(std::move(note));
      }
    }
    ++block_;
    row_ = 0;
  }
  return std::nullopt;
}

std::string PlainText(const Document& document) {
  std::string text;
  LineStream lines(document);
  while (const auto line = lines.Next()) text += line->Text() + "\n";
  return text;
}

}  // namespace tdbg::view
