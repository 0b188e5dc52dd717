#include <algorithm>

#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> History(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const auto count, arguments.Number("--number"));
  if (count && *count < 1) return InvalidArgument("history: -n takes a number from 1 on");
  const std::vector<std::string>& lines = workspace.conversation.typed;
  const size_t shown = count ? std::min(lines.size(), static_cast<size_t>(*count)) : lines.size();
  std::vector<std::vector<Cell>> rows;
  for (size_t i = lines.size() - shown; i < lines.size(); ++i) {
    rows.push_back({NumberCell(static_cast<int64_t>(i), Style::kLineNumber),
                    TextCell(lines[i], Style::kName, lines[i])});
  }
  Document page;
  page.Show(
      FixedTable("history", {{"number", "", Column::Side::kRight}, {"line", ""}}, std::move(rows)));
  return page;
}

}  // namespace

Command HistoryCommand() {
  return {
      .name = "history",
      .aliases = {},
      .topic = Topic::kPrompt,
      .summary = "list the lines typed so far, this session's last",
      .flags = {{"-n", "--number", "N", "only the last N"}},
      .examples = {"history", "history -n 5"},
      .run = History,
  };
}

}  // namespace tdbg::view
