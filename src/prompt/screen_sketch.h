// A terminal for tests: takes what is written to one and tells what a person would see. Knows the
// escape codes that this folder writes, and wraps as terminals do: a full row is left only when
// another character comes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/glyph.h"
#include "prompt/ansi.h"
#include "prompt/screen_size.h"

namespace tdbg::prompt {

class ScreenSketch {
 public:
  explicit ScreenSketch(ScreenSize size) : size_(size), cells_(size.rows, Row(size.columns, " ")) {}

  void Write(std::string_view codes) {
    while (!codes.empty()) {
      if (const size_t escape = EscapeLength(codes)) {
        Obey(codes.substr(2, escape - 3), codes[escape - 1]);
        codes.remove_prefix(escape);
        continue;
      }
      const Glyph glyph = FirstGlyph(codes);
      if (codes[0] == '\r') {
        column_ = 0;
      } else if (codes[0] == '\n') {
        LineFeed();
      } else if (codes[0] != '\a') {
        Put(codes.substr(0, glyph.bytes), glyph.columns);
      }
      codes.remove_prefix(glyph.bytes);
    }
  }

  // The rows without blanks at their ends, and without empty rows at the end.
  std::vector<std::string> Rows() const {
    std::vector<std::string> rows;
    for (const Row& cells : cells_) {
      std::string row;
      for (const std::string& cell : cells) row += cell;
      row.erase(row.find_last_not_of(' ') + 1);
      rows.push_back(row);
    }
    while (!rows.empty() && rows.back().empty()) rows.pop_back();
    return rows;
  }

  size_t cursor_row() const { return row_; }
  size_t cursor_column() const { return std::min(column_, size_.columns - 1); }

 private:
  using Row = std::vector<std::string>;

  void Put(std::string_view text, size_t columns) {
    if (columns == 0) {
      if (column_ > 0) cells_[row_][column_ - 1] += text;
      return;
    }
    if (column_ + columns > size_.columns) {
      column_ = 0;
      LineFeed();
    }
    cells_[row_][column_] = text;
    if (columns == 2) cells_[row_][column_ + 1] = "";
    column_ += columns;
  }

  void LineFeed() {
    if (row_ + 1 < size_.rows) {
      ++row_;
      return;
    }
    cells_.erase(cells_.begin());
    cells_.emplace_back(size_.columns, " ");
  }

  void Obey(std::string_view parameters, char command) {
    const size_t count = parameters.empty() || parameters[0] < '0' || parameters[0] > '9'
                             ? 1
                             : std::stoul(std::string(parameters));
    switch (command) {
      case 'A':
        row_ -= std::min(row_, count);
        return;
      case 'C':
        column_ = std::min(column_ + count, size_.columns - 1);
        return;
      case 'H':
        row_ = column_ = 0;
        return;
      case 'J':
      case 'K':
        for (size_t i = cursor_column(); i < size_.columns; ++i) cells_[row_][i] = " ";
        for (size_t row = row_ + 1; command == 'J' && row < size_.rows; ++row) {
          cells_[row] = Row(size_.columns, " ");
        }
        return;
      case 'm':
      case 'h':
      case 'l':
        return;
      default:
        TDBG_CHECK(false);
    }
  }

  ScreenSize size_;
  std::vector<Row> cells_;
  size_t row_ = 0;
  size_t column_ = 0;
};

}  // namespace tdbg::prompt
