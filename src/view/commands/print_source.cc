#include <algorithm>
#include <set>

#include "base/printable.h"
#include "session/op_lookup.h"
#include "session/source_index.h"
#include "session/tensor_facts.h"
#include "view/command_table.h"
#include "view/commands/source_lines.h"

namespace tdbg::view {
namespace {

using session::RunView;
using session::SourceIndex;
using Side = Column::Side;

// A name under a line, and the command that it leads to.
using Made = std::pair<std::string, std::string>;

// Names of what the line made, each once, in byte order; executions behind ops.
std::vector<Made> MadeBy(RunView& run, const std::vector<store::StackId>& stacks, bool tensors) {
  std::set<Made> ops;
  std::vector<Made> executions;
  for (const store::StackId stack : stacks) {
    for (const store::OpId op : run.sources().Ops(stack)) {
      const std::string name = session::NameOfOp(run, op);
      if (!tensors) {
        ops.emplace(name, "ni " + name);
        continue;
      }
      for (const store::EventId event : run.index().OfOp(op)) {
        const std::string tensor = name + ":" + std::to_string(run.run().events.slot[event]);
        ops.emplace(tensor, "pt " + tensor);
      }
    }
    for (const store::ExecutionId id : run.sources().Executions(stack)) {
      const store::Execution& execution = run.run().executions[id];
      const std::string name = "@" + std::to_string(id.index());
      const std::string what = "  " + std::string(run.run().strings[execution.op_type]);
      if (!tensors) {
        executions.emplace_back(name + what, "ni " + name);
        continue;
      }
      for (int32_t i = 0; i < execution.num_events; ++i) {
        const store::EventId event(execution.first_event.index() + static_cast<uint32_t>(i));
        const std::string tensor = session::FactsOf(run, event).name;
        executions.emplace_back(tensor + what, "pt " + tensor);
      }
    }
  }
  std::vector<Made> made(ops.begin(), ops.end());
  made.insert(made.end(), executions.begin(), executions.end());
  return made;
}

class Annotated {
 public:
  Annotated(RunView& run, const SourceIndex::File& file, bool tensors, int64_t most)
      : run_(run), file_(file), tensors_(tensors), most_(static_cast<size_t>(most)) {}

  void Add(int32_t line, const std::string& text) {
    const LineMark mark = MarkOf(run_, file_, line);
    rows_.push_back({NumberCell(line, Style::kLineNumber),
                     {mark.text, mark.style, {}, !mark.text.empty()},
                     {SourceText(text), Style::kPlain, {}, text},
                     Cell()});
    const auto stacks = file_.lines.find(line);
    if (stacks == file_.lines.end()) return;
    const std::vector<Made> made = MadeBy(run_, stacks->second, tensors_);
    std::string names;
    const size_t row = rows_.size() - 1;
    for (size_t i = 0; i < std::min(made.size(), most_); ++i) {
      names += (i > 0 ? ", " : "") + made[i].first;
      AddNote("↳ " + made[i].first, Style::kName, made[i].second);
    }
    rows_[row][3].datum = names;
    if (made.size() <= most_) return;
    AddNote("… " + std::to_string(made.size() - most_) + " more of " + std::to_string(made.size()) +
                "; -m shows them",
            Style::kFaint,
            "ps " + std::string(file_.path) + (tensors_ ? " -t" : "") + " -b " +
                std::to_string(line) + " -m " + std::to_string(made.size()));
  }

  std::vector<std::vector<Cell>> Take() { return std::move(rows_); }

 private:
  // Below a line, for people; programs find the names in the line's own row.
  void AddNote(std::string text, Style style, std::string command) {
    rows_.push_back(
        {Cell(), Cell(), {"    " + std::move(text), style, std::move(command), {}}, Cell()});
  }

  RunView& run_;
  const SourceIndex::File& file_;
  bool tensors_;
  size_t most_;
  std::vector<std::vector<Cell>> rows_;
};

Result<Document> PrintSource(Workspace& workspace, const Arguments& arguments) {
  RunView& run = workspace.position.run();
  SourcePlace place = ParseSourcePlace(arguments.text());
  TDBG_ASSIGN_OR_RETURN(const auto asked_line, arguments.Number("--line_begin"));
  TDBG_ASSIGN_OR_RETURN(const auto most, arguments.Number("--max_elements_per_line"));
  if (most && *most < 0) {
    return InvalidArgument("ps: --max_elements_per_line counts from 0 on, not " +
                           std::to_string(*most));
  }
  TDBG_ASSIGN_OR_RETURN(
      const SourceIndex::File* file,
      session::FindSource(run, place.path.empty() ? arguments.text() : place.path));
  const int64_t first = asked_line.value_or(place.line > 0 ? place.line : 1);
  constexpr int64_t kMost = 10;
  Annotated rows(run, *file, arguments.Has("--tensors"), most.value_or(kMost));
  Document page = Document::Of(std::string(file->path));
  const auto text = run.run().values->ReadSource(file->id);
  if (text.ok()) {
    const auto count = static_cast<int64_t>(text->size());
    if (first < 1 || first > std::max<int64_t>(count, 1)) {
      return InvalidArgument("ps: " + std::string(file->path) + " has lines 1 to " +
                             std::to_string(count) + ", so none is " + std::to_string(first));
    }
    for (int64_t line = first; line <= count; ++line) {
      rows.Add(static_cast<int32_t>(line), (*text)[static_cast<size_t>(line) - 1]);
    }
  } else {
    page.Say("its text was not recorded; these are the lines that made something", Style::kFaint);
    for (const auto& [line, stacks] : file->lines) {
      if (line >= first) rows.Add(line, "");
    }
  }
  auto annotated = rows.Take();
  if (annotated.empty() && first > 1) {
    return NotFound("ps: no op was made in " + std::string(file->path) + " from line " +
                    std::to_string(first) + " on");
  }
  page.Show(FixedTable(
      "source",
      {{"line", "", Side::kRight}, {"bad", ""}, {"text", ""}, {"made", "", Side::kNowhere}},
      std::move(annotated)));
  return page;
}

}  // namespace

Command PrintSourceCommand() {
  return {
      .name = "print_source",
      .aliases = {"ps"},
      .topic = Topic::kSource,
      .summary = "print a source file with the ops that each line made",
      .positional = {"FILE or FILE:LINE", Positional::Count::kOne, Kind::kSource},
      .flags = {{"-t", "--tensors", "", "show the recorded tensors instead of the ops"},
                {"-m", "--max_elements_per_line", "N", "names shown under a line; 10 if not given"},
                {"-b", "--line_begin", "LINE", "begin with this line"}},
      .details =
          "The end of a path is enough where only one file ends so. Every line of a stack made "
          "the op, so a line that calls a function lists what the function made.\n"
          "● marks a line where a NaN or an infinity was born, ○ one that handed it on, ⊘ one "
          "whose bad value was masked, ⊙ one whose bad value a loss scaler dealt with.",
      .examples = {"ps train.py", "ps -t -b 40 train.py", "ps model/layers.py:120 -m 100"},
      .run = PrintSource,
  };
}

}  // namespace tdbg::view
