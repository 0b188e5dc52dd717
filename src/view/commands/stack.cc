#include <algorithm>

#include "base/printable.h"
#include "base/whole_number.h"
#include "view/command_table.h"
#include "view/commands/stack_table.h"
#include "view/current_op.h"

namespace tdbg::view {
namespace {

using session::FrameFacts;
using session::Subject;

Result<std::vector<FrameFacts>> StackOf(Position& position, const Subject& subject) {
  const store::Run& run = position.run().run();
  auto frames = session::StackFacts(run, subject.StackIn(run));
  if (frames.empty()) return NotFound(NoStackText(run));
  return frames;
}

size_t NumUsers(const std::vector<FrameFacts>& stack) {
  return static_cast<size_t>(std::count_if(stack.begin(), stack.end(),
                                           [](const FrameFacts& frame) { return frame.number; }));
}

Result<Document> Stack(Workspace& workspace, const Arguments& arguments) {
  const std::string& name = arguments.text();
  TDBG_ASSIGN_OR_RETURN(const Subject subject, NamedSubject(workspace.position, name));
  TDBG_ASSIGN_OR_RETURN(const auto frames, StackOf(workspace.position, subject));
  Document page = Document::Of("the calls that made " +
                               session::NameOfSubject(workspace.position.run(), subject));
  StackOptions options;
  options.all = arguments.Has("--all");
  if (name.empty() || name == ".") options.current = workspace.position.cursor().frame;
  page.Show(StackTable(frames, options));
  return page;
}

Result<int64_t> ReadCount(std::string_view command, const std::string& text, int64_t otherwise) {
  if (text.empty()) return otherwise;
  const std::optional<int64_t> count = WholeNumber(text);
  if (!count || *count < 0) {
    return InvalidArgument(std::string(command) + ": '" + text + "' is no number of frames");
  }
  return *count;
}

// Makes frame `number` the current one, or the last there is, and shows it.
Result<Document> Select(Position& position, int64_t number, bool exact) {
  TDBG_ASSIGN_OR_RETURN(const Subject subject, NamedSubject(position, ""));
  TDBG_ASSIGN_OR_RETURN(const auto frames, StackOf(position, subject));
  const auto count = static_cast<int64_t>(NumUsers(frames));
  if (exact && number >= count) {
    return NotFound("there is no frame " + std::to_string(number) +
                    ": the user's frames are 0 to " + std::to_string(count - 1));
  }
  const auto chosen = static_cast<size_t>(std::clamp<int64_t>(number, 0, count - 1));
  position.cursor().frame = chosen;
  const FrameFacts& frame = *session::NumberedFrame(frames, chosen);
  Document page;
  page.Show(StackTable({frame}, {.current = chosen}));
  return page;
}

Result<Document> MoveFrame(Workspace& workspace, const Arguments& arguments, bool outwards) {
  TDBG_ASSIGN_OR_RETURN(const int64_t count,
                        ReadCount(outwards ? "up" : "down", arguments.text(), 1));
  TDBG_ASSIGN_OR_RETURN(const Subject subject, NamedSubject(workspace.position, ""));
  TDBG_ASSIGN_OR_RETURN(const auto frames, StackOf(workspace.position, subject));
  const auto at = static_cast<int64_t>(workspace.position.cursor().frame);
  if (outwards && at + 1 >= static_cast<int64_t>(NumUsers(frames))) {
    return NotFound("this is the outermost frame");
  }
  if (!outwards && at == 0) return NotFound("this is the innermost frame of the user's");
  return Select(workspace.position, outwards ? at + count : at - count, false);
}

}  // namespace

Command StackCommand() {
  return {
      .name = "stack",
      .aliases = {"bt", "where", "backtrace"},
      .topic = Topic::kSource,
      .summary = "show the calls that made an op, innermost first",
      .positional = {"[graph::]op or @execution", Positional::Count::kOptional, Kind::kNode},
      .flags = {{"-a", "--all", "", "library frames as well"}},
      .details =
          "Without a name, the op of the current tensor. Only the user's own frames are "
          "numbered; `up`, `down` and `frame` choose one of them, and `list` shows its code.",
      .examples = {"bt", "bt -a loss::Log", "bt @3"},
      .run = Stack,
  };
}

Command UpCommand() {
  return {
      .name = "up",
      .aliases = {},
      .topic = Topic::kSource,
      .summary = "choose the frame that called the current one",
      .positional = {"how many frames", Positional::Count::kOptional},
      .examples = {"up", "up 2"},
      .run = [](Workspace& workspace,
                const Arguments& arguments) { return MoveFrame(workspace, arguments, true); },
  };
}

Command DownCommand() {
  return {
      .name = "down",
      .aliases = {},
      .topic = Topic::kSource,
      .summary = "choose the frame that the current one called",
      .positional = {"how many frames", Positional::Count::kOptional},
      .examples = {"down", "down 2"},
      .run = [](Workspace& workspace,
                const Arguments& arguments) { return MoveFrame(workspace, arguments, false); },
  };
}

Command FrameCommand() {
  return {
      .name = "frame",
      .aliases = {"f"},
      .topic = Topic::kSource,
      .summary = "show the current frame, or choose one by its number",
      .positional = {"number of the frame", Positional::Count::kOptional},
      .examples = {"frame", "frame 1"},
      .run = [](Workspace& workspace, const Arguments& arguments) -> Result<Document> {
        const auto current = static_cast<int64_t>(workspace.position.cursor().frame);
        TDBG_ASSIGN_OR_RETURN(const int64_t number, ReadCount("frame", arguments.text(), current));
        return Select(workspace.position, number, !arguments.text().empty());
      },
  };
}

}  // namespace tdbg::view
