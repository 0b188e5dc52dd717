#include "view/opening.h"

#include <algorithm>

#include "base/printable.h"
#include "session/run_facts.h"

namespace tdbg::view {
namespace {

constexpr size_t kMostOrigins = 5;

void SayLosses(Position& position, Document& page) {
  int64_t losses = 0;
  for (const store::Loss& loss : position.session().trace().losses.losses()) losses += loss.count;
  if (losses == 0) return;
  page.Say(Line("recording incomplete, " + Counted(losses, "thing") + " missing or damaged: ",
                Style::kWarning)
               .Add("info losses", Style::kName, "info losses"));
}

Line Links(const std::vector<std::pair<std::string, std::string>>& links) {
  Line line;
  for (const auto& [command, meaning] : links) {
    if (!line.segments.empty()) line.Add(" · ", Style::kFaint);
    line.Add(command, Style::kName, command).Add(" " + meaning, Style::kFaint);
  }
  return line;
}

}  // namespace

Document OpeningPage(Workspace& workspace) {
  session::RunView& run = workspace.position.run();
  Document page = Document::Of(workspace.position.session().trace().path + "  " +
                               session::FormatText(run.run()));
  const size_t runs = workspace.position.session().runs().size();
  if (runs > 1) {
    page.Say(Line("the first of " + std::to_string(runs) + " runs, " + run.run().id + ": ")
                 .Add("info runs", Style::kName, "info runs"));
  }
  page.Say(Counted(static_cast<int64_t>(run.run().executions.size()), "execution") + ", " +
           Counted(static_cast<int64_t>(run.run().events.size()), "tensor"));
  SayLosses(workspace.position, page);
  if (run.alerts().empty()) {
    page.Say(Links({{"lt", "lists the tensors"}, {"ri", "tells of the run"}, {"help", ""}}));
    return page;
  }
  page.severity = Document::Severity::kFound;
  page.Say(session::AlertsText(run), Style::kWarning);
  if (auto origins = workspace.interpret("la -v origin"); origins.ok()) {
    for (Block& block : origins->blocks) {
      if (Table* table = std::get_if<Table>(&block)) {
        table->num_rows = std::min(table->num_rows, kMostOrigins);
      }
      page.blocks.push_back(std::move(block));
    }
  }
  page.Say(Links(
      {{"origin", "why the first"}, {"la", "all of them"}, {"lt", "the tensors"}, {"help", ""}}));
  return page;
}

}  // namespace tdbg::view
