#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Previous(Workspace& workspace, const Arguments&) {
  const Document* const older = workspace.answers.Older();
  if (older == nullptr) return NotFound("this is the oldest answer that is kept");
  return *older;
}

Result<Document> Next(Workspace& workspace, const Arguments&) {
  const Document* const newer = workspace.answers.Newer();
  if (newer == nullptr) return NotFound("this is the latest answer");
  return *newer;
}

}  // namespace

Command PreviousCommand() {
  return {
      .name = "prev",
      .aliases = {"<--"},
      .topic = Topic::kPrompt,
      .summary = "show the answer before this one again",
      .makes_page = false,
      .run = Previous,
  };
}

Command NextCommand() {
  return {
      .name = "next",
      .aliases = {"-->"},
      .topic = Topic::kPrompt,
      .summary = "after prev: show the answer that came then",
      .makes_page = false,
      .run = Next,
  };
}

}  // namespace tdbg::view
