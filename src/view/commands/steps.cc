#include <map>
#include <memory>

#include "base/printable.h"
#include "session/step_table.h"
#include "session/tensor_facts.h"
#include "session/tensor_list.h"
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

// The steps in which some tensor passes, each with the first one that does.
Result<std::vector<StepFacts>> Passing(Workspace& workspace, std::vector<StepFacts> all,
                                       const std::string& filter) {
  session::TensorQuery query;
  query.filter = filter;
  TDBG_ASSIGN_OR_RETURN(const std::vector<store::EventId> events,
                        session::ListTensors(workspace.position.run(), query,
                                             workspace.defined.filters, workspace.surface.stop));
  std::map<int64_t, store::EventId> first;
  for (const store::EventId event : events) {
    const store::ExecutionId execution = workspace.position.run().run().events.execution[event];
    const auto step =
        execution.valid() ? workspace.position.run().steps().Of(execution) : std::nullopt;
    if (step) first.try_emplace(*step, event);
  }
  std::erase_if(all, [&](const StepFacts& facts) { return !first.contains(facts.step); });
  for (StepFacts& facts : all) facts.first_bad = first[facts.step];
  return all;
}

Result<Document> Steps(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  std::vector<StepFacts> found = session::StepTable(run);
  if (found.empty()) {
    return Document::Of("this run has no steps: no function that it called updates a variable");
  }
  std::string title = Counted(static_cast<int64_t>(found.size()), "step");
  const auto filter = arguments.Value("--tensor_filter");
  if (filter) {
    TDBG_ASSIGN_OR_RETURN(found, Passing(workspace, std::move(found), *filter));
    title = std::to_string(found.size()) + " of " + title + ", filter " + *filter;
  }
  const auto steps = std::make_shared<const std::vector<StepFacts>>(std::move(found));
  Document page = Document::Of(std::move(title));
  Table table{"steps",
              {{"step", "step", Side::kRight},
               {"executions", "executions", Side::kRight},
               {"tensors", "tensors", Side::kRight},
               {"bad", "bad", Side::kRight},
               {"worst", ""},
               {"first_bad", filter ? "first that passes" : "first bad one"}},
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
      .flags = {{"-f", "--tensor_filter", "FILTER",
                 "only steps in which some tensor passes, and the first that does", Kind::kFilter}},
      .details =
          "A step ends with each function call that updates a variable; a Session.run is a "
          "step of its own.",
      .examples = {"steps", "steps -f 'max > 1e4'"},
      .run = Steps,
  };
}

}  // namespace tdbg::view
