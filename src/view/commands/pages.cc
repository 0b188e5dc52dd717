#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Previous(Workspace& workspace, const Arguments&) {
  if (workspace.page == 0) return NotFound("this is the oldest answer that is kept");
  return workspace.pages[--workspace.page];
}

Result<Document> Next(Workspace& workspace, const Arguments&) {
  if (workspace.page + 1 >= workspace.pages.size()) return NotFound("this is the latest answer");
  return workspace.pages[++workspace.page];
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
