// What a command answers: styled text and tables, with links to the commands that lead on. Every
// surface (prompt, full screen, file, JSON, tests) shows this same value in its own way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tensor/value.h"

namespace tdbg::view {

enum class Style : uint8_t {
  kPlain,
  kStrong,
  kFaint,
  kName,     // of an op, a tensor, a graph, a file
  kHeading,  // of a table's column
  kError,
  kWarning,
  kNan,
  kPosInf,
  kNegInf,
  kZero,
  kHighlight,  // what the user asked to have marked
  kLineNumber,
};

struct Segment {
  std::string text;
  Style style = Style::kPlain;
  std::string command;  // what following the link would type; empty for plain text
};

// Where an element of a tensor stands in a line.
struct ElementPlace {
  int64_t element = 0;  // row-major, in the tensor as shown
  size_t begin = 0;     // bytes in the line's text
  size_t end = 0;
};

struct Line {
  std::vector<Segment> segments;
  std::vector<ElementPlace> elements;  // of the tensor printed here, in order; mostly empty

  Line() = default;
  Line(std::string text, Style style = Style::kPlain) { Add(std::move(text), style); }

  Line& Add(std::string text, Style style = Style::kPlain, std::string command = {}) {
    segments.push_back({std::move(text), style, std::move(command)});
    return *this;
  }
  std::string Text() const;  // without styles
};

// What a cell stands for, as programs want it.
using Datum =
    std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<int64_t>>;

struct Cell {
  std::string text;
  Style style = Style::kPlain;
  std::string command;
  Datum datum;  // monostate: unknown
};

struct Column {
  enum class Side : uint8_t { kLeft, kRight, kNowhere };  // kNowhere: only programs see it

  std::string key;      // a fixed word, for programs
  std::string heading;  // for people; "" in a table without headings
  Side side = Side::kLeft;
  std::string command = {};  // sorts by this column
  // Where the screen is too narrow, columns are left out, the highest number first; never those of
  // 0.
  int spare = 0;
};

// Rows are made when they are shown: a table of a million costs nothing until then. `row` may be
// called for any index, in any order, as long as the session lives and was not refreshed.
struct Table {
  std::string name;  // a fixed word, for programs
  std::vector<Column> columns;
  size_t num_rows = 0;
  std::function<std::vector<Cell>(size_t)> row;
  size_t marked_row = SIZE_MAX;  // where the cursor stands
};

struct Text {
  std::vector<Line> lines;
};

using Block = std::variant<Text, Table>;

// The tensor behind a page, so that its elements can be reached later.
struct ShownTensor {
  tensor::Value value;
  tensor::TensorView view;  // of all or a part of `value`
};

// What a surface with somebody before it asks when the page was shown.
struct Question {
  std::string text;     // to be answered by yes or no
  std::string command;  // what a yes types; a no types nothing
};

struct Document {
  enum class Severity : uint8_t { kPlain, kFound, kError };

  std::string title;  // one line that says what this answers; "" where the blocks speak
  Severity severity = Severity::kPlain;
  std::vector<Block> blocks;
  std::optional<ShownTensor> tensor;  // whose elements the lines hold
  std::optional<Question> question;

  static Document Of(std::string title) {
    Document document;
    document.title = std::move(title);
    return document;
  }

  // The text block at the end, made if there is none: lines that follow each other share one.
  Text& EndText();
  Document& Say(Line line);
  Document& Show(Table table);
  Document& Append(Document other);  // its title becomes a line
  Document& Say(std::string text, Style style = Style::kPlain) {
    return Say(Line(std::move(text), style));
  }
};

// Cells of the usual kinds.
Cell TextCell(std::string_view text, Style style = Style::kPlain, std::string command = {});
Cell NumberCell(int64_t number, Style style = Style::kPlain);
Cell UnknownCell();

// A table whose rows are all known.
Table FixedTable(std::string name, std::vector<Column> columns,
                 std::vector<std::vector<Cell>> rows);

}  // namespace tdbg::view
