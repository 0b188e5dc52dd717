#include "base/printable.h"
#include "session/birth_facts.h"
#include "session/origin_walk.h"
#include "session/tensor_facts.h"
#include "view/birth_page.h"
#include "view/command_table.h"
#include "view/commands/alert_cells.h"
#include "view/current_tensor.h"

namespace tdbg::view {
namespace {

using query::Alert;

// From the tensor that is meant to the birth behind it; only the first where it inherited nothing.
Result<std::vector<Alert>> Meant(Position& position, const std::string& text) {
  session::RunView& run = position.run();
  if (!text.empty()) {
    TDBG_ASSIGN_OR_RETURN(const auto found, NamedTensor(position, text));
    return session::WalkToOrigin(run, found.event());
  }
  if (const auto births = session::Births(run); !births.empty()) {
    return std::vector<Alert>{births.front()};
  }
  if (run.alerts().empty()) {
    return NotFound("no tensor of this run is known to hold NaN or an infinity");
  }
  return std::vector<Alert>{run.alerts().front()};
}

// How the tensor that was asked about came by what was born elsewhere.
void SayInherited(Position& position, const std::vector<Alert>& path, Document& page) {
  const session::BirthFacts facts = session::ExplainAlert(position.run(), path.front());
  const Cell mark = VerdictCell(path.front().verdict);
  const Cell kind = KindCell(facts.alert.kind);
  Line line(mark.text + " ", mark.style);
  line.Add(facts.name, Style::kName, "pt " + facts.name).Add(" is ").Add(kind.text, kind.style);
  line.Add(": " + facts.cause);
  page.Say(std::move(line));
  page.Say(Counted(static_cast<int64_t>(path.size()) - 1, "op") + " before:", Style::kFaint);
}

Result<Document> Explain(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  TDBG_ASSIGN_OR_RETURN(const std::vector<Alert> path, Meant(workspace.position, arguments.text()));
  const bool inherited = path.front().verdict == Verdict::kInherited && path.size() > 1;
  Document page;
  page.severity = Document::Severity::kFound;
  if (inherited) SayInherited(workspace.position, path, page);
  const Alert& birth = inherited ? path.back() : path.front();
  page.Append(BirthPage(run, session::ExplainAlert(run, birth),
                        {workspace.surface.columns, workspace.program != nullptr}));
  return page;
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
