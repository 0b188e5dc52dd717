#include "view/command_table.h"

namespace tdbg::view {

Command QuitCommand() {
  return {
      .name = "quit",
      .aliases = {"exit", "q"},
      .topic = Topic::kPrompt,
      .summary = "leave the prompt, and end the program if one is held",
      .run = [](Workspace& workspace, const Arguments&) -> Result<Document> {
        if (workspace.program != nullptr) workspace.program->End();
        workspace.quit = true;
        return Document();
      },
  };
}

}  // namespace tdbg::view
