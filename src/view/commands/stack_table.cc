#include "view/commands/stack_table.h"

#include "base/printable.h"

namespace tdbg::view {

namespace {

using session::FrameFacts;

std::vector<Cell> Row(const FrameFacts& frame) {
  const bool users = frame.number.has_value();
  const Style style = users ? Style::kPlain : Style::kFaint;
  Cell number;
  if (users) {
    number = TextCell("#" + std::to_string(*frame.number), Style::kStrong,
                      "frame " + std::to_string(*frame.number));
    number.datum = static_cast<int64_t>(*frame.number);
  }
  if (frame.file.empty()) {
    return {
        std::move(number), {"a frame that was not recorded", Style::kFaint, {}, {}}, {}, {}, {}};
  }
  const std::string place = std::string(frame.file) + ":" + std::to_string(frame.line);
  return {std::move(number),
          TextCell(frame.function, style),
          {place, users ? Style::kName : Style::kFaint, frame.text.empty() ? "" : "list " + place,
           std::string(frame.file)},
          {"", Style::kPlain, {}, int64_t{frame.line}},
          TextCell(frame.text, style)};
}

}  // namespace

std::string NoStackText(const store::Run& run) {
  return run.format == store::Format::kTfdbg1
             ? "this recording holds no stacks: a tfdbg1 dump keeps graphs and tensors only"
             : "no stack was recorded for it";
}

Table StackTable(const std::vector<FrameFacts>& stack, const StackOptions& options) {
  std::vector<std::vector<Cell>> rows;
  size_t marked = SIZE_MAX;
  int64_t folded = 0;
  const auto fold = [&] {
    if (folded == 0) return;
    rows.push_back(
        {{}, {"… " + Counted(folded, "library frame"), Style::kFaint, {}, {}}, {}, {}, {}});
    folded = 0;
  };
  for (size_t i = 0; i < stack.size(); ++i) {
    const FrameFacts& frame = stack[options.innermost_first ? stack.size() - 1 - i : i];
    if (!frame.number && !options.all) {
      ++folded;
      continue;
    }
    fold();
    if (frame.number == options.current) marked = rows.size();
    rows.push_back(Row(frame));
  }
  fold();
  Table table = FixedTable("stack",
                           {{"number", ""},
                            {"function", ""},
                            {"file", ""},
                            {"line", "", Column::Side::kNowhere},
                            {"text", ""}},
                           std::move(rows));
  table.marked_row = marked;
  return table;
}

}  // namespace tdbg::view
