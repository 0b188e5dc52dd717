#include "cli/document_json.h"

#include <algorithm>

namespace tdbg::cli {
namespace {

Json JsonDatum(const view::Datum& datum) {
  return std::visit(
      [](const auto& value) -> Json {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<T, double>) {
          return JsonNumber(value);
        } else {
          return value;
        }
      },
      datum);
}

Json JsonTable(const view::Table& table, size_t most_rows) {
  Json columns = Json::array();
  for (const view::Column& column : table.columns) columns.push_back(column.key);
  Json rows = Json::array();
  for (size_t i = 0; i < std::min(table.num_rows, most_rows); ++i) {
    Json row = Json::array();
    for (const view::Cell& cell : table.row(i)) row.push_back(JsonDatum(cell.datum));
    rows.push_back(std::move(row));
  }
  return {{"kind", "table"},
          {"name", table.name},
          {"columns", std::move(columns)},
          {"num_rows", table.num_rows},
          {"rows", std::move(rows)}};
}

Json JsonLines(const view::Text& text, size_t most_lines) {
  Json lines = Json::array();
  for (const view::Line& line : text.lines) {
    if (lines.size() == most_lines) break;
    lines.push_back(line.Text());
  }
  return {{"kind", "text"}, {"lines", std::move(lines)}};
}

}  // namespace

Json JsonDocument(std::string_view command, const view::Document& document, size_t most_rows) {
  Json blocks = Json::array();
  for (const view::Block& block : document.blocks) {
    const auto* text = std::get_if<view::Text>(&block);
    blocks.push_back(text != nullptr ? JsonLines(*text, most_rows)
                                     : JsonTable(std::get<view::Table>(block), most_rows));
  }
  Json error = nullptr;
  if (document.severity == view::Document::Severity::kError) {
    std::string words;
    for (const Json& line : blocks.at(0).at("lines")) {
      words += (words.empty() ? "" : "\n") + line.get<std::string>();
    }
    error = words;
    blocks = Json::array();
  }
  return {{"command", command},
          {"error", std::move(error)},
          {"title", document.title},
          {"blocks", std::move(blocks)}};
}

}  // namespace tdbg::cli
