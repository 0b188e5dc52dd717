// A document as lines, one at a time: what terminals, files and tests show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "view/document.h"

namespace tdbg::view {

// Tables are laid out by their first rows; a later cell that is wider pushes its own line only, so
// that a million rows start at once. A table that is wider than the screen loses the columns that
// it can spare, and says which; where that is not enough, names are cut at their front. Recorded
// names are made safe for a terminal here.
class LineStream {
 public:
  explicit LineStream(Document document, size_t columns = SIZE_MAX)
      : document_(std::move(document)), columns_(columns) {}

  // nullopt at the end.
  std::optional<Line> Next();

 private:
  static constexpr size_t kMeasuredRows = 200;

  void BeginTable(const Table& table);
  void LeaveOutColumns(const Table& table);
  Line RowLine(const Table& table, std::vector<Cell> cells, bool marked) const;

  Document document_;
  size_t columns_;  // of the screen
  bool title_done_ = false;
  size_t block_ = 0;
  size_t row_ = 0;  // within the block; of a table: 0 is the heading
  std::vector<size_t> widths_;
  std::vector<bool> shown_;  // of each column
  std::vector<bool> cut_;    // columns of names that are wider than there is room for
  std::string left_out_;     // headings of columns
  std::vector<std::vector<Cell>> measured_;
};

// The whole document as plain text, each line ended by a line feed.
std::string PlainText(const Document& document);

}  // namespace tdbg::view
