#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include <signal.h>

#include "base/directory.h"
#include "base/private_directory.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "exporters/native/run_exporter.h"
#include "exporters/tfdbg2/run_exporter.h"
#include "format/trace_layout.h"
#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::cli {
namespace {

struct ConvertOptions {
  std::string from;
  std::string to;
  std::string format;   // of `to`; empty for the one that `from` does not have
  bool follow = false;  // go on while `from` grows
  bool values = false;  // whole values as values, though TensorBoard hangs on them
};

using exporters::Exporter;
using session::Session;

enum class Target { kNative, kTfdbg2 };

// The format that was asked for, or the one that FROM does not have.
Result<Target> TargetOf(const ConvertOptions& options, const store::Trace& trace) {
  const bool native = std::all_of(trace.runs.begin(), trace.runs.end(), [](const auto& run) {
    return run->format == store::Format::kNative;
  });
  if (options.format == "native" && native) {
    return InvalidArgument(options.from + ": is a native trace already; --to tfdbg2 converts it");
  }
  if (options.format.empty()) return native ? Target::kTfdbg2 : Target::kNative;
  return options.format == "native" ? Target::kNative : Target::kTfdbg2;
}

// A new or empty directory, or one that holds nothing but other runs of the same format.
Status PrepareTarget(const std::string& path, Target target) {
  if (const int error = MakePrivateDirectory(path); error != 0) {
    return Unreadable(path + ": cannot be made a directory: " + std::strerror(error));
  }
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(path));
  for (const DirectoryEntry& entry : entries) {
    const bool of_a_run = target == Target::kNative
                              ? entry.is_directory && format::IsRunDirectoryName(entry.name)
                              : !entry.is_directory && entry.name.starts_with("tfdbg_events.");
    if (of_a_run) continue;
    return InvalidArgument(path + ": holds " + entry.name +
                           "; convert writes into a new or an empty directory");
  }
  return Status::Ok();
}

// As they were before a forward op and its gradient were joined (query/gradient_twins.h): whoever
// reads the trace joins them again.
Verdict UnjoinedVerdict(session::RunView& view, const query::Alert& alert) {
  const query::AlertList& list = view.alert_list();
  if (list.GradientOf(alert.event).valid()) return Verdict::kMasked;
  if (alert.verdict != Verdict::kInherited) return alert.verdict;
  const store::EventId from = view.BadInput(alert.event);
  const bool joined = from.valid() && list.GradientOf(from).valid();
  return joined ? Verdict::kOrigin : alert.verdict;
}

std::vector<exporters::JudgedEvent> VerdictsOf(session::RunView& view) {
  std::vector<exporters::JudgedEvent> verdicts;
  for (const query::Alert& alert : view.alerts()) {
    verdicts.push_back({alert.event, {UnjoinedVerdict(view, alert), alert.source}});
  }
  return verdicts;
}

// One exporter for each run. As a tfdbg2 logdir a single run goes into the target itself; where
// there are several from the start, or more come later, each goes into a folder named after it,
// because TensorFlow's reader takes one run in a directory. Native runs have folders anyway.
class Conversion {
 public:
  Conversion(const ConvertOptions& options, Target target) : options_(options), target_(target) {}

  Status Update(Session& session, bool last) {
    const bool alone = exporters_.empty() && session.runs().size() == 1;
    std::map<std::string, int> seen;
    for (session::RunView& view : session.runs()) {
      const store::Run& run = view.run();
      // Copies of one recording have the same id.
      const int same = ++seen[run.id];
      const std::string name = same == 1 ? run.id : run.id + "-" + std::to_string(same);
      std::unique_ptr<Exporter>& exporter = exporters_[name];
      if (exporter == nullptr) {
        TDBG_ASSIGN_OR_RETURN(exporter, Start(alone ? "" : "/" + name));
      }
      if (!last) {
        TDBG_RETURN_IF_ERROR(exporter->Update(run));
        continue;
      }
      const bool keeps_verdicts = target_ == Target::kNative;
      TDBG_RETURN_IF_ERROR(exporter->Finish(
          run, keeps_verdicts ? VerdictsOf(view) : std::vector<exporters::JudgedEvent>()));
    }
    return Status::Ok();
  }

  int64_t summarised_values() const {
    int64_t values = 0;
    for (const auto& [name, exporter] : exporters_) values += exporter->summarised_values();
    return values;
  }

 private:
  Result<std::unique_ptr<Exporter>> Start(const std::string& folder) {
    if (target_ == Target::kNative) {
      return std::unique_ptr<Exporter>(
          std::make_unique<exporters::native::RunExporter>(options_.to));
    }
    TDBG_RETURN_IF_ERROR(PrepareTarget(options_.to + folder, target_));
    return std::unique_ptr<Exporter>(
        std::make_unique<exporters::tfdbg2::RunExporter>(options_.to + folder, options_.values));
  }

  const ConvertOptions& options_;
  Target target_;
  std::map<std::string, std::unique_ptr<Exporter>> exporters_;  // by the name of the run
};

// Blocks the signals that end --follow, so that they are noticed between two rounds.
class FollowSignals {
 public:
  FollowSignals() {
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
  FollowSignals signals;
  for (bool over = false; !over;) {
    TDBG_RETURN_IF_ERROR(conversion.Update(session, false));
    over = signals.Wait() || IsOver(session.trace());
    TDBG_RETURN_IF_ERROR(session.Refresh({}).status());
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

// Who starts a program and follows it may be faster than its first record.
Result<std::unique_ptr<Session>> OpenSource(const ConvertOptions& options) {
  constexpr int kPatienceRounds = 40;
  constexpr auto kRound = std::chrono::milliseconds(250);
  ProgressLine progress;
  for (int round = 0;; ++round) {
    auto session = Session::Open(options.from, progress.callback(), Session::Deleted::kKeep);
    if (session.ok() || !options.follow || round == kPatienceRounds) return session;
    std::this_thread::sleep_for(kRound);
  }
}

Result<int> Convert(const ConvertOptions& options) {
  TDBG_ASSIGN_OR_RETURN(const std::unique_ptr<Session> session, OpenSource(options));
  TDBG_ASSIGN_OR_RETURN(const Target target, TargetOf(options, session->trace()));
  TDBG_RETURN_IF_ERROR(PrepareTarget(options.to, target));
  Conversion conversion(options, target);
  if (options.follow) TDBG_RETURN_IF_ERROR(Follow(*session, conversion));
  TDBG_RETURN_IF_ERROR(conversion.Update(*session, true));
  PrintSummary(*session, conversion, options);
  return kExitFine;
}

}  // namespace

Subcommand ConvertCommand() {
  auto options = std::make_shared<ConvertOptions>();
  return {
      .name = "convert",
      .purpose = "Write a recording in another format, for TensorBoard say",
      .description = {"Reads a recording of any format that tdbg knows and writes it as a native "
                      "trace, or as a tfdbg2 logdir, which TensorFlow's own tools and TensorBoard "
                      "read."},
      .options = {{.name = "FROM",
                   .value = "DIRECTORY",
                   .help = "The recording; its format is recognised",
                   .target = &options->from,
                   .required = true},
                  {.name = "TO",
                   .value = "DIRECTORY",
                   .help = "Directory to make, or an empty one",
                   .target = &options->to,
                   .required = true},
                  {.name = "--to",
                   .value = "native|tfdbg2",
                   .help = "Format to write; the one that FROM does not have if not given",
                   .target = &options->format},
                  {.name = "--follow",
                   .help = "Go on while FROM grows, until its program ends or Ctrl-C",
                   .target = &options->follow},
                  {.name = "--values",
                   .help = "Whole values as values, where TensorBoard could read statistics only",
                   .target = &options->values}},
      .statuses = {{"0", "all that could be read of FROM was written"}},
      .examples = {{"tdbg convert trace logdir", "then: tensorboard --logdir logdir"}},
      .run = [options] { return Convert(*options); },
  };
}

}  // namespace tdbg::cli
