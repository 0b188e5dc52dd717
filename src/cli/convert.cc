#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>

#include <signal.h>

#include "base/directory.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/terminal_text.h"
#include "exporters/tfdbg2/run_exporter.h"
#include "session/session.h"

namespace tdbg::cli {
namespace {

using exporters::Exporter;
using session::Session;

// A new or empty directory, or one that holds nothing but other runs of the same format.
Status PrepareTarget(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return Unreadable(path + ": cannot be made a directory: " + error.message());
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(path));
  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory && entry.name.starts_with("tfdbg_events.")) continue;
    return InvalidArgument(path + ": holds " + entry.name +
                           "; convert writes into a new or an empty directory");
  }
  return Status::Ok();
}

// One exporter for each run. A single run goes into the target itself; where there are several from
// the start, or more come later, each goes into a folder named after it, because TensorFlow's
// reader takes one run in a directory.
class Conversion {
 public:
  explicit Conversion(const ConvertOptions& options) : options_(options) {}

  Status Update(const store::Trace& trace, bool last) {
    const bool alone = exporters_.empty() && trace.runs.size() == 1;
    std::map<std::string, int> seen;
    for (const auto& run : trace.runs) {
      // Copies of one recording have the same id.
      const int same = ++seen[run->id];
      const std::string name = same == 1 ? run->id : run->id + "-" + std::to_string(same);
      std::unique_ptr<Exporter>& exporter = exporters_[name];
      if (exporter == nullptr) {
        TDBG_ASSIGN_OR_RETURN(exporter, Start(alone ? options_.to : options_.to + "/" + name));
      }
      TDBG_RETURN_IF_ERROR(last ? exporter->Finish(*run) : exporter->Update(*run));
    }
    return Status::Ok();
  }

  int64_t summarised_values() const {
    int64_t values = 0;
    for (const auto& [name, exporter] : exporters_) values += exporter->summarised_values();
    return values;
  }

 private:
  Result<std::unique_ptr<Exporter>> Start(const std::string& directory) {
    TDBG_RETURN_IF_ERROR(PrepareTarget(directory));
    return std::unique_ptr<Exporter>(
        std::make_unique<exporters::tfdbg2::RunExporter>(directory, options_.values));
  }

  const ConvertOptions& options_;
  std::map<std::string, std::unique_ptr<Exporter>> exporters_;  // by the name of the run
};

// Blocks the signals that end --follow, so that they are noticed between two rounds.
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, number);
    sigprocmask(SIG_BLOCK, &signals_, nullptr);
  }

  // True if one came before the time was over.
  bool Wait() {
    constexpr timespec kRound = {.tv_sec = 0, .tv_nsec = 250'000'000};
    return sigtimedwait(&signals_, nullptr, &kRound) >= 0;
  }

 private:
  sigset_t signals_;
};

// True if nothing more can come: every run said so itself, or its process is gone.
bool IsOver(const store::Trace& trace) {
  return !trace.runs.empty() &&
         std::all_of(trace.runs.begin(), trace.runs.end(), [](const auto& run) {
           const auto pid = static_cast<pid_t>(run->pid);
           return run->finished || (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH);
         });
}

Status Follow(Session& session, Conversion& conversion) {
  EndSignals signals;
  for (bool over = false; !over;) {
    TDBG_RETURN_IF_ERROR(conversion.Update(session.trace(), false));
    over = signals.Wait() || IsOver(session.trace());
    TDBG_RETURN_IF_ERROR(session.Refresh({}));
  }
  return Status::Ok();
}

void PrintSummary(const Session& session, const Conversion& conversion,
                  const ConvertOptions& options) {
  int64_t executions = 0, events = 0;
  const store::Trace& trace = session.trace();
  for (const auto& run : trace.runs) {
    executions += static_cast<int64_t>(run->executions.size());
    events += static_cast<int64_t>(run->events.size());
  }
  std::printf("%s: %s, %s, %s\n", Printable(options.to).c_str(),
              Counted(static_cast<int64_t>(trace.runs.size()), "run").c_str(),
              Counted(executions, "execution").c_str(), Counted(events, "tensor event").c_str());
  if (!trace.losses.losses().empty()) {
    std::printf("%s was damaged or cut short: see tdbg info\n", Printable(options.from).c_str());
  }
  if (conversion.summarised_values() > 0) {
    std::printf("%s written as statistics, which TensorBoard can read; --values keeps them\n",
                Counted(conversion.summarised_values(), "whole value").c_str());
  }
}

}  // namespace

Result<int> RunConvert(const ConvertOptions& options) {
  std::unique_ptr<Session> session;
  {
    ProgressLine progress;
    TDBG_ASSIGN_OR_RETURN(session, Session::Open(options.from, progress.callback()));
  }
  TDBG_RETURN_IF_ERROR(PrepareTarget(options.to));
  Conversion conversion(options);
  if (options.follow) TDBG_RETURN_IF_ERROR(Follow(*session, conversion));
  TDBG_RETURN_IF_ERROR(conversion.Update(session->trace(), true));
  PrintSummary(*session, conversion, options);
  return kExitFine;
}

}  // namespace tdbg::cli
