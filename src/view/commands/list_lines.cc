#include <algorithm>

#include "session/source_index.h"
#include "view/command_table.h"
#include "view/commands/source_lines.h"
#include "view/commands/stack_table.h"
#include "view/current_op.h"

namespace tdbg::view {
namespace {

using session::SourceIndex;

constexpr int32_t kLinesAround = 5;

// Where the current frame stands.
Result<session::FrameFacts> CurrentFrame(Position& position) {
  const store::Run& run = position.run().run();
  TDBG_ASSIGN_OR_RETURN(const session::Subject subject, NamedSubject(position, ""));
  const auto frames = session::StackFacts(run, subject.StackIn(run));
  const auto* const frame = session::NumberedFrame(frames, position.cursor().frame);
  if (frame == nullptr || frame->file.empty()) return NotFound(NoStackText(run));
  return *frame;
}

Result<Document> ListLines(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  ListedSource& listed = workspace.left_off.listed;
  const bool moved = listed.path.empty() || !(listed.at == workspace.position.cursor());
  SourcePlace place = ParseSourcePlace(arguments.text());
  int32_t first = 0;
  int32_t current = 0;
  if (arguments.text().empty() && !moved) {
    place.path = listed.path;
    first = listed.next;
  } else if (arguments.text().empty()) {
    TDBG_ASSIGN_OR_RETURN(const session::FrameFacts frame, CurrentFrame(workspace.position));
    place = {std::string(frame.file), frame.line};
  } else if (place.path.empty()) {
    if (moved) {
      TDBG_ASSIGN_OR_RETURN(const session::FrameFacts frame, CurrentFrame(workspace.position));
      place.path = frame.file;
    } else {
      place.path = listed.path;
    }
  }
  TDBG_ASSIGN_OR_RETURN(const SourceIndex::File* file, session::FindSource(run, place.path));
  TDBG_ASSIGN_OR_RETURN(const auto lines, run.run().values->ReadSource(file->id));
  const auto count = static_cast<int32_t>(lines.size());
  if (first == 0) {
    first = std::max(place.line - kLinesAround, 1);
    current = place.line;
  }
  if (first > count || current > count) {
    return NotFound(std::string(file->path) + " ends with line " + std::to_string(count));
  }
  const int32_t last = std::min(first + 2 * kLinesAround, count);
  Document page = Document::Of(std::string(file->path));
  SaySource(page, run, *file, lines, first, last, current);
  listed = {std::string(file->path), last + 1, workspace.position.cursor()};
  return page;
}

}  // namespace

Command ListLinesCommand() {
  return {
      .name = "list",
      .aliases = {"l"},
      .topic = Topic::kSource,
      .summary = "show the source around the current frame, or around a line",
      .positional = {"LINE, FILE or FILE:LINE", Positional::Count::kOptional, Kind::kSource},
      .details = "Repeated, it goes on where it stopped. ●, ○ and ⊘ mark lines as in print_source.",
      .examples = {"list", "list 30", "list train.py:30"},
      .run = ListLines,
  };
}

}  // namespace tdbg::view
