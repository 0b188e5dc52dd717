#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Quit(Workspace& workspace, const Arguments& arguments) {
  if (workspace.program != nullptr) {
    if (workspace.surface.terminal && !arguments.Has("--yes")) {
      Document page;
      page.question = {"the program is held, and ends with the prompt; end it?", "quit --yes"};
      return page;
    }
    TDBG_RETURN_IF_ERROR(workspace.program->End());
  }
  workspace.conversation.over = true;
  return Document();
}

}  // namespace

Command QuitCommand() {
  return {
      .name = "quit",
      .aliases = {"exit", "q"},
      .topic = Topic::kPrompt,
      .summary = "leave the prompt, and end the program if one is held",
      .flags = {{"-y", "--yes", "", "end a program that is held without asking"}},
      .details =
          "A program that is held is ended only after a yes; `detach` leaves it running. Ctrl-D "
          "does the same. Scripts are not asked.",
      .examples = {"quit", "q -y"},
      .run = Quit,
  };
}

}  // namespace tdbg::view
