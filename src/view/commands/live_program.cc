#include "session/live_program.h"

#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Leave(Workspace& workspace, std::string_view word,
                       void (session::LiveProgram::*request)()) {
  if (workspace.program == nullptr) return NeedsLivingProgram(word);
  (workspace.program->*request)();
  workspace.quit = true;
  return Document();
}

}  // namespace

Command ContinueCommand() {
  return {
      .name = "continue",
      .aliases = {"c", "cont"},
      .topic = Topic::kRun,
      .summary = "let the program run on to the next birth",
      .details =
          "The program is held again where the next bad value is born or an op fails. "
          "Ctrl-C holds it before that, at the next op; twice in a second interrupts it.",
      .examples = {"c"},
      .makes_page = false,
      .run = [](Workspace& workspace, const Arguments&) -> Result<Document> {
        return Leave(workspace, "continue", &session::LiveProgram::Continue);
      },
  };
}

Command DetachCommand() {
  return {
      .name = "detach",
      .aliases = {},
      .topic = Topic::kRun,
      .summary = "let the program run free, to its end",
      .details = "It is recorded all the same, but never held again.",
      .examples = {"detach"},
      .makes_page = false,
      .run = [](Workspace& workspace, const Arguments&) -> Result<Document> {
        return Leave(workspace, "detach", &session::LiveProgram::Detach);
      },
  };
}

}  // namespace tdbg::view
