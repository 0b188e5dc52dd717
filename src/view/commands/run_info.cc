#include <algorithm>
#include <memory>

#include "base/printable.h"
#include "session/execution_facts.h"
#include "session/run_facts.h"
#include "view/command_table.h"
#include "view/commands/run_tables.h"

namespace tdbg::view {
namespace {

using Side = Column::Side;

std::string Joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

Table Facts(Position& position) {
  session::RunView& view = position.run();
  const store::Run& run = view.run();
  std::vector<std::vector<Cell>> rows;
  const auto add = [&](const char* key, std::string_view text, std::string command = {}) {
    if (text.empty()) return;
    rows.push_back({TextCell(key, Style::kFaint),
                    TextCell(text, command.empty() ? Style::kPlain : Style::kName, command)});
  };
  const session::RecordedCounts counts = session::CountRecorded(run);
  add("path", position.session().trace().path);
  add("run", run.id, position.session().runs().size() > 1 ? "info runs" : "");
  add("format", session::FormatText(run));
  add("version", run.format_version);
  add("host", Joined(run.hosts));
  add("started", session::TimeSpanText(run));
  add("executions", std::to_string(run.executions.size()), "le");
  add("graphs", std::to_string(counts.graphs) + ", with " + Counted(counts.ops, "op"), "lg");
  add("tensors", std::to_string(run.events.size()), "lt");
  add("devices", run.devices.empty() ? "none recorded" : Joined(session::DeviceNames(run)));
  add("sources", std::to_string(run.NumSourceFiles()), run.NumSourceFiles() > 0 ? "ls" : "");
  add("alerts", session::AlertsText(view), "la");
  const auto losses = static_cast<int64_t>(position.session().trace().losses.losses().size());
  add("recording", losses == 0 ? "complete" : "incomplete in " + Counted(losses, "way"),
      losses == 0 ? "" : "info losses");
  return FixedTable("run", {{"key", ""}, {"value", ""}}, std::move(rows));
}

// The program's own words where a session wrapper recorded them.
Cell Words(const store::Run& run, StringId words, const std::vector<StringId>& names) {
  std::string text =
      words.valid() ? std::string(run.strings[words]) : session::JoinNames(run, names);
  if (text.empty()) return UnknownCell();
  return {text, Style::kPlain, {}, session::JoinNames(run, names)};
}

Table SessionRuns(session::RunView& view) {
  Table table{"session_runs",
              {{"execution", "", Side::kRight},
               {"step", "run", Side::kRight},
               {"fetches", "fetches"},
               {"feeds", "feeds"},
               {"targets", "targets"}},
              view.run().executions.size(),
              {}};
  std::vector<store::ExecutionId> listed;
  for (const store::ExecutionId id : view.run().executions.ids()) listed.push_back(id);
  table.row = [&view, listed = std::move(listed)](size_t i) -> std::vector<Cell> {
    const store::Run& run = view.run();
    const store::Execution& execution = run.executions[listed[i]];
    const std::string name = "@" + std::to_string(listed[i].index());
    Cell number = TextCell(name, Style::kName, "ni " + name);
    number.datum = static_cast<int64_t>(listed[i].index());
    return {std::move(number), NumberCell(execution.session_run_index),
            Words(run, execution.fetches_text, execution.fetches),
            Words(run, execution.feeds_text, execution.feeds),
            Words(run, StringId(), execution.targets)};
  };
  return table;
}

Table Calls(const store::Run& run) {
  constexpr size_t kShown = 20;
  std::vector<std::vector<Cell>> rows;
  for (const session::CallCount& call : session::CountCalls(run)) {
    if (rows.size() == kShown) break;
    const std::string name(call.what);
    rows.push_back({NumberCell(call.times), TextCell(name, Style::kName, "le -n ^" + name + "$"),
                    TextCell(call.graph.valid() ? "function" : "eager op", Style::kFaint)});
  }
  return FixedTable("calls", {{"times", "times", Side::kRight}, {"what", "what ran"}, {"kind", ""}},
                    std::move(rows));
}

Result<Document> RunInfo(Workspace& workspace, const Arguments&) {
  const store::Run& run = workspace.position.run().run();
  Document page = Document::Of("run " + run.id);
  page.Show(Facts(workspace.position));
  if (run.executions.size() > 0) {
    page.Say("");
    const bool sessions = !run.executions[*run.executions.ids().begin()].op_type.valid();
    page.Show(sessions ? SessionRuns(workspace.position.run()) : Calls(run));
  }
  if (!workspace.position.session().trace().losses.losses().empty()) {
    page.Say("").Say("recording incomplete; what is missing or damaged:", Style::kStrong);
    page.Show(LossTable(workspace.position.session().trace()));
  }
  return page;
}

}  // namespace

Command RunInfoCommand() {
  return {
      .name = "run_info",
      .aliases = {"ri"},
      .topic = Topic::kRun,
      .summary = "tell what is being looked at: the recording, what ran, what was lost",
      .examples = {"ri"},
      .run = RunInfo,
  };
}

}  // namespace tdbg::view
