#include "session/live_program.h"

#include "base/whole_number.h"
#include "view/borrowed_words.h"
#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Continue(Workspace& workspace, const Arguments& arguments) {
  if (workspace.program == nullptr) return NeedsLivingProgram("continue");
  const std::string& text = arguments.text();
  const std::optional<int64_t> births = text.empty() ? 1 : WholeNumber(text);
  if (!births || *births < 1) {
    return InvalidArgument("continue: how many births shall pass is a whole number from 1 on");
  }
  TDBG_RETURN_IF_ERROR(workspace.program->Continue(*births));
  workspace.conversation.over = true;
  return Document();
}

Result<Document> Detach(Workspace& workspace, const Arguments&) {
  if (workspace.program == nullptr) return NeedsLivingProgram("detach");
  TDBG_RETURN_IF_ERROR(workspace.program->Detach());
  workspace.conversation.over = true;
  return Document();
}

}  // namespace

Command ContinueCommand() {
  return {
      .name = "continue",
      .aliases = {"c", "cont"},
      .topic = Topic::kRun,
      .summary = "let the program run on to the next birth, or let N births pass",
      .positional = {"how many births", Positional::Count::kOptional},
      .details =
          "The program is held again where the next bad value is born or an op fails. "
          "Ctrl-C holds it before that, at the next op; twice in a second interrupts it.\n"
          "Births that pass are recorded all the same. The one that the program is held at is "
          "the first of them; `ignore` passes over all of an op or of a line.",
      .examples = {"c", "c 5"},
      .makes_page = false,
      .run = Continue,
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
      .run = Detach,
  };
}

}  // namespace tdbg::view
