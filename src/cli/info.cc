#include <cstdio>

#include "cli/exit_status.h"
#include "cli/json_text.h"
#include "cli/progress.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "session/run_facts.h"
#include "session/session.h"

namespace tdbg::cli {
namespace {

struct InfoOptions {
  std::string path;
  bool json = false;
};

using session::RunView;
using session::Session;

Json JsonRun(RunView& view) {
  const store::Run& run = view.run();
  const session::RecordedCounts counts = session::CountRecorded(run);
  const query::AlertCounts alerts = view.alert_counts();
  return {{"id", run.id},
          {"job", JsonText(run.job)},
          {"format", store::FormatName(run.format)},
          {"hosts", run.hosts},
          {"framework", JsonText(run.framework)},
          {"framework_version", JsonText(run.framework_version)},
          {"mode", JsonText(DetailName(run.detail))},
          {"start", JsonTime(run.start_ns)},
          {"end", JsonTime(run.end_ns)},
          {"executions", run.executions.size()},
          {"graphs", counts.graphs},
          {"ops", counts.ops},
          {"tensor_events", run.events.size() - run.failures.size()},
          {"devices", session::DeviceNames(run)},
          {"source_files", run.NumSourceFiles()},
          {"alerts",
           {{"origin", alerts.origin},
            {"inherited", alerts.inherited},
            {"masked", alerts.masked},
            {"handled", alerts.handled}}}};
}

void Row(const char* label, const std::string& text) {
  std::printf("  %s%s\n", Inked(view::Style::kFaint, Padded(label, 15)).c_str(), text.c_str());
}

std::string Joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + Printable(item);
  return text;
}

void PrintRun(RunView& view) {
  const store::Run& run = view.run();
  const session::RecordedCounts counts = session::CountRecorded(run);
  std::printf("run %s  %s\n", Inked(view::Style::kStrong, Printable(run.id)).c_str(),
              Printable(session::FormatText(run)).c_str());
  if (!run.hosts.empty()) Row(run.hosts.size() == 1 ? "host" : "hosts", Joined(run.hosts));
  if (!run.job.empty()) Row("job", Printable(run.job));
  Row("started", session::TimeSpanText(run));
  Row("executions", std::to_string(run.executions.size()));
  Row("graphs", std::to_string(counts.graphs) + ", with " + Counted(counts.ops, "op"));
  Row("tensor events", std::to_string(run.events.size() - run.failures.size()));
  Row("devices", run.devices.empty() ? "none recorded" : Joined(session::DeviceNames(run)));
  Row("source files", std::to_string(run.NumSourceFiles()));
  Row("alerts", session::AlertsText(view));
}

void PrintLosses(const store::Trace& trace) {
  if (trace.losses.losses().empty()) {
    std::printf("recording: complete\n");
    return;
  }
  std::printf("recording: incomplete\n");
  for (const store::Loss& loss : trace.losses.losses()) {
    std::string place = Printable(loss.file);
    if (loss.offset >= 0) place += " at byte " + std::to_string(loss.offset);
    std::printf("  %s ×%lld  %s\n      %s\n", Inked(view::Style::kStrong, loss.name).c_str(),
                static_cast<long long>(loss.count), place.c_str(), Printable(loss.text).c_str());
  }
}

Result<int> Info(const InfoOptions& options) {
  ProgressLine progress;
  TDBG_ASSIGN_OR_RETURN(const auto session, Session::Open(options.path, progress.callback()));
  if (options.json) {
    Json runs = Json::array();
    for (RunView& run : session->runs()) runs.push_back(JsonRun(run));
    const Json all = {
        {"path", options.path}, {"runs", runs}, {"losses", JsonLosses(session->trace().losses)}};
    std::printf("%s\n", ToText(all).c_str());
    return kExitFine;
  }
  for (RunView& run : session->runs()) PrintRun(run);
  PrintLosses(session->trace());
  return kExitFine;
}

}  // namespace

Subcommand InfoCommand() {
  auto options = std::make_shared<InfoOptions>();
  return {
      .name = "info",
      .purpose = "Say what a recording holds",
      .description = {"Prints for each run of the recording: where and when it was recorded, by "
                      "which framework, how much of what it holds, and how many bad values there "
                      "are. What could not be read is listed at the end."},
      .options = {RecordingArgument(&options->path), JsonFlag(&options->json)},
      .statuses = {{"0", "the recording was read, damaged or not"}},
      .examples = {{"tdbg info trace", "one run or several, as text"},
                   {"tdbg info --json trace", "the same for a script"}},
      .run = [options] { return Info(*options); },
  };
}

}  // namespace tdbg::cli
