#include "session/birth_facts.h"
#include "session/origin_walk.h"
#include "session/tensor_facts.h"
#include "view/birth_page.h"
#include "view/command_table.h"
#include "view/current_tensor.h"

namespace tdbg::view {
namespace {

using query::Alert;
using query::Verdict;

// The birth that explains the tensor: where it inherited from, or itself.
Result<Alert> BirthOf(session::RunView& run, store::EventId event) {
  TDBG_ASSIGN_OR_RETURN(const std::vector<Alert> path, session::WalkToOrigin(run, event));
  return path.front().verdict == Verdict::kInherited ? path.back() : path.front();
}

Result<Alert> Meant(Workspace& workspace, const std::string& text) {
  session::RunView& run = workspace.run();
  if (!text.empty()) {
    TDBG_ASSIGN_OR_RETURN(const auto found, NamedTensor(workspace, text));
    return BirthOf(run, found.event());
  }
  if (const auto births = session::Births(run); !births.empty()) return births.front();
  if (run.alerts().empty()) {
    return NotFound("no tensor of this run is known to hold NaN or an infinity");
  }
  return run.alerts().front();
}

Result<Document> Explain(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.run();
  TDBG_ASSIGN_OR_RETURN(const Alert alert, Meant(workspace, arguments.text()));
  return BirthPage(run, session::ExplainAlert(run, alert), {workspace.columns, false});
}

}  // namespace

Command ExplainCommand() {
  return {
      .name = "explain",
      .aliases = {"why"},
      .topic = Topic::kTensors,
      .summary = "say why a bad value was born, with the numbers that show it",
      .positional = {"a tensor", Positional::Count::kOptional, Kind::kTensor},
      .details =
          "Where it was born, what that op made and read, the cause in words, how the numbers "
          "moved before, and what to look at next. Without a name it tells of the first birth; "
          "of a tensor that inherited its bad value, it tells of the birth behind it.",
      .examples = {"explain", "why train_step::Mean:0#2", "explain @12:0"},
      .run = Explain,
  };
}

}  // namespace tdbg::view
