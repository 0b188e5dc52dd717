#include "view/command_table.h"

namespace tdbg::view {

Command QuitCommand() {
  return {
      .name = "quit",
      .aliases = {"exit", "q"},
      .topic = Topic::kPrompt,
      .summary = "leave the prompt",
      .run = [](Workspace& workspace, const Arguments&) -> Result<Document> {
        workspace.quit = true;
        return Document();
      },
  };
}

}  // namespace tdbg::view
