#include "view/document.h"

#include <memory>
#include <utility>

namespace tdbg::view {

std::string Line::Text() const {
  std::string text;
  for (const Segment& segment : segments) text += segment.text;
  return text;
}

Text& Document::EndText() {
  if (blocks.empty() || !std::holds_alternative<Text>(blocks.back())) blocks.emplace_back(Text());
  return std::get<Text>(blocks.back());
}

Document& Document::Say(Line line) {
  EndText().lines.push_back(std::move(line));
  return *this;
}

Document& Document::Show(Table table) {
  blocks.emplace_back(std::move(table));
  return *this;
}

Document& Document::Append(Document other) {
  if (!other.title.empty()) Say(std::move(other.title), Style::kStrong);
  for (Block& block : other.blocks) blocks.push_back(std::move(block));
  if (other.question) question = std::move(other.question);
  return *this;
}

Cell TextCell(std::string_view text, Style style, std::string command) {
  return {std::string(text), style, std::move(command), std::string(text)};
}

Cell NumberCell(int64_t number, Style style) { return {std::to_string(number), style, {}, number}; }

Cell UnknownCell() { return {"–", Style::kFaint, {}, {}}; }

Table FixedTable(std::string name, std::vector<Column> columns,
                 std::vector<std::vector<Cell>> rows) {
  Table table{std::move(name), std::move(columns), rows.size(), {}};
  // Shared, because documents are copied into the prompt's list of earlier answers.
  const auto kept = std::make_shared<const std::vector<std::vector<Cell>>>(std::move(rows));
  table.row = [kept](size_t i) { return (*kept)[i]; };
  return table;
}

}  // namespace tdbg::view
