#include <memory>

#include "base/printable.h"
#include "session/step_table.h"
#include "session/tensor_facts.h"
#include "view/command_table.h"
#include "view/commands/alert_cells.h"

namespace tdbg::view {
namespace {

using session::StepFacts;
using Side = Column::Side;

std::vector<Cell> Row(session::RunView& run, const StepFacts& facts) {
  Cell step = NumberCell(facts.step, Style::kName);
  step.command = "goto step " + std::to_string(facts.step);
  Cell first;
  if (facts.first_bad.valid()) {
    const std::string name = session::FactsOf(run, facts.first_bad).name;
    first = TextCell(name, Style::kName, "pt " + name);
  }
  return {std::move(step),
          NumberCell(facts.executions),
          NumberCell(facts.tensors),
          facts.bad > 0 ? NumberCell(facts.bad, Style::kError)
                        : Cell{"", Style::kPlain, {}, int64_t{0}},
          facts.worst ? VerdictCell(*facts.worst) : Cell(),
          std::move(first)};
}

Result<Document> Steps(Workspace& workspace, const Arguments&) {
  session::RunView& run = workspace.run();
  const auto steps = std::make_shared<const std::vector<StepFacts>>(session::StepTable(run));
  if (steps->empty()) {
    return Document::Of("this run has no steps: no function that it called updates a variable");
  }
  Document page = Document::Of(Counted(static_cast<int64_t>(steps->size()), "step"));
  Table table{"steps",
              {{"step", "step", Side::kRight},
               {"executions", "executions", Side::kRight},
               {"tensors", "tensors", Side::kRight},
               {"bad", "bad", Side::kRight},
               {"worst", ""},
               {"first_bad", "first bad one"}},
              steps->size(),
              [steps, &run](size_t i) { return Row(run, (*steps)[i]); }};
  page.Show(std::move(table));
  return page;
}

}  // namespace

Command StepsCommand() {
  return {
      .name = "steps",
      .aliases = {},
      .topic = Topic::kRun,
      .summary = "list the steps: what ran in each, and how many tensors were bad",
      .details =
          "A step ends with each function call that updates a variable; a Session.run is a "
          "step of its own.",
      .examples = {"steps"},
      .run = Steps,
  };
}

}  // namespace tdbg::view
