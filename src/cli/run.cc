#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <signal.h>

#include "cli/birth_report.h"
#include "cli/debugged_program.h"
#include "cli/live_page.h"
#include "cli/live_prompt.h"
#include "cli/recorded_job.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "prompt/prompt_loop.h"
#include "session/alert_facts.h"
#include "session/telling_order.h"

namespace tdbg::cli {
namespace {

struct RunOptions {
  LaunchOptions launch;
  bool no_stop = false;  // only record, though there is somebody to talk with
  bool web = false;      // show the recording in a page meanwhile
};

using control::HoldReason;
using control::Report;
using Clock = DebuggedProgram::Clock;

constexpr auto kBesideIt = std::chrono::milliseconds(150);
constexpr auto kTwice = std::chrono::seconds(1);  // between two Ctrl-C that mean the program

// One program from its start to its end, and the conversation about it.
class LiveRun {
 public:
  LiveRun(DebuggedProgram program, bool conversation, bool web)
      : program_(std::move(program)),
        conversation_(conversation),
        page_(web, program_.launch().trace.path),
        job_(program_.launch().trace.path, program_.launch().job) {}

  int ToItsEnd() {
    for (;;) {
      const ProgramEvent event = program_.Wait(page_.until());
      page_.OpenIfRecording(program_.processes());
      switch (event.kind) {
        case ProgramEvent::Kind::kEnded:
          return event.status;
        case ProgramEvent::Kind::kInterrupt:
          OnInterrupt();
          break;
        case ProgramEvent::Kind::kReport:
          if (conversation_) OnReport(event.process, event.report);
          break;
        case ProgramEvent::Kind::kNothing:
          break;
      }
    }
  }

  // What there is to say when all is over.
  void Conclude(int status) {
    Refresh();
    const Findings findings = job_.Find(std::nullopt);
    const Launch& launch = program_.launch();
    if (!was_told_ && !findings.births.empty()) PrintReport(ReportOn(findings.births.front()));
    const bool clean = findings.births.empty() && status == 0;
    std::string text = SummaryText(job_, findings, launch);
    if (launch.trace.temporary && (clean || job_.runs().empty())) {
      RemoveTrace(launch.trace);
    } else {
      text += ": " + launch.trace.path;
    }
    Remark(text);
    page_.StayUntilInterrupted();
  }

 private:
  // A birth that the program was held at.
  struct Held {
    size_t process;
    Report birth;
  };

  void OnInterrupt() {
    const auto now = Clock::now();
    const bool twice = now - last_interrupt_ < kTwice;
    last_interrupt_ = now;
    // In our group the program has got it from the terminal itself.
    if (!program_.child().own_group()) return;
    if (twice || !conversation_) {
      program_.child().Signal(SIGINT);
      return;
    }
    program_.SendToAll(control::Command::Kind::kHold);
    Remark("holding the program at its next op; Ctrl-C again interrupts it");
  }

  void OnReport(size_t process, const Report& report) {
    switch (report.kind) {
      case Report::Kind::kBirth:
      case Report::Kind::kError:
        last_bad_[process] = report;
        break;
      case Report::Kind::kHeld:
        Stop(process, report.reason);
        break;
      case Report::Kind::kSettled:
        SayIfMasked(process, report.execution);
        break;
      default:
        break;
    }
  }

  void Stop(size_t process, HoldReason reason) {
    Refresh();
    if (job_.session() == nullptr) {
      program_.Send(process, control::Command::Kind::kGo);
      return;
    }
    if (prompt_ == nullptr) prompt_ = std::make_unique<LivePrompt>(*job_.session());
    const size_t run = RunOf(process);
    std::optional<query::Alert> alert;
    const auto bad = last_bad_.find(process);
    if (reason != HoldReason::kHold && bad != last_bad_.end()) {
      alert = AlertOf(run, bad->second);
      if (alert) alert = ForwardOf(run, *alert);
      held_.push_back({process, bad->second});
      was_told_ = true;
    }
    program_.child().TakeTerminal();
    Wish wish;
    {
      const EndTogether together(-program_.child().pid());
      wish = prompt_->Talk(run, alert);
    }
    program_.child().GiveTerminalBack();
    Obey(wish, process);
  }

  void Obey(Wish wish, size_t process) {
    switch (wish) {
      case Wish::kContinue:
        program_.Send(process, control::Command::Kind::kGo);
        break;
      case Wish::kDetach:
        conversation_ = false;
        program_.SendToAll(control::Command::Kind::kDetach);
        break;
      case Wish::kEnd:
        conversation_ = false;
        program_.End();
        break;
    }
  }

  // A value that the program was held at may turn out to harm nobody.
  void SayIfMasked(size_t process, int64_t execution) {
    for (const Held& held : held_) {
      if (held.process != process || held.birth.execution != execution) continue;
      Refresh();
      const std::optional<query::Alert> alert = AlertOf(RunOf(process), held.birth);
      if (!alert || alert->verdict != query::Verdict::kMasked) continue;
      session::RunView& run = job_.session()->runs()[RunOf(process)];
      const session::AlertFacts facts = session::Describe(run, *alert);
      Remark("the bad value in " + std::string(facts.op_type) +
             " was masked: nothing bad that came of it reached a result or a variable");
    }
    std::erase_if(held_, [&](const Held& held) {
      return held.process == process && held.birth.execution == execution;
    });
  }

  void Refresh() {
    const Status status = job_.Refresh(program_.processes());
    if (!status.ok()) Remark("the recording cannot be read: " + status.message());
  }

  // Number of the process's run in the session.
  size_t RunOf(size_t process) {
    const std::string id = std::filesystem::path(program_.run_directory(process)).filename();
    const auto& runs = job_.session()->runs();
    for (size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].run().id == id) return i;
    }
    return 0;
  }

  // A gradient may come upon a bad value a moment before the user's own op, which runs beside it
  // and explains more.
  query::Alert ForwardOf(size_t run_number, const query::Alert& alert) {
    const auto view = [&]() -> session::RunView& { return job_.session()->runs()[run_number]; };
    if (!session::IsOfGradient(view(), alert)) return alert;
    std::this_thread::sleep_for(kBesideIt);
    Refresh();
    const auto& execution = view().run().events.execution;
    for (const query::Alert& other : view().alerts()) {
      const bool beside = other.verdict == query::Verdict::kOrigin &&
                          execution[other.event] == execution[alert.event];
      if (beside && !session::IsOfGradient(view(), other)) return other;
    }
    return alert;
  }

  // The alert that a process reported; where its record is not to be found, the last origin.
  std::optional<query::Alert> AlertOf(size_t run_number, const Report& birth) {
    session::RunView& run = job_.session()->runs()[run_number];
    std::optional<query::Alert> nearest;
    for (const query::Alert& alert : run.alerts()) {
      const auto& events = run.run().events;
      const bool same = events.time_ns[alert.event] == birth.time_ns &&
                        events.slot[alert.event] == static_cast<int32_t>(birth.slot);
      if (same) return alert;
      if (alert.verdict == query::Verdict::kOrigin) nearest = alert;
    }
    return nearest;
  }

  DebuggedProgram program_;
  bool conversation_;  // hold the program and talk
  LivePage page_;
  RecordedJob job_;
  std::unique_ptr<LivePrompt> prompt_;
  std::map<size_t, Report> last_bad_;  // of each process: others may report before it is held
  std::vector<Held> held_;
  bool was_told_ = false;  // the user has seen a report
  Clock::time_point last_interrupt_ = {};
};

Result<int> Run(const RunOptions& options) {
  const bool conversation = !options.no_stop && prompt::IsConversation();
  TDBG_ASSIGN_OR_RETURN(
      DebuggedProgram program,
      DebuggedProgram::Start(options.launch, {.stop = conversation, .own_group = conversation}));
  LiveRun run(std::move(program), conversation, options.web);
  const int status = run.ToItsEnd();
  run.Conclude(status);
  return status;
}

}  // namespace

Subcommand RunCommand() {
  auto options = std::make_shared<RunOptions>();
  return {
      .name = "run",
      .purpose =
          "Run a program, hold it where the first bad value is born, and open the prompt there",
      .description = {"Runs a TensorFlow program as it is and looks at every tensor that its ops "
                      "make. At a terminal the program is held where the first NaN or infinity is "
                      "born or an op fails: a report says what was born, in which line and why, "
                      "and a prompt opens on the living program ('continue' lets it go on). "
                      "Elsewhere the report comes when the program has ended.",
                      "What the program prints and what it computes is the same as without tdbg."},
      .options = WithLaunchOptions(options->launch, {{.name = "--no-stop",
                                                      .help = "Only record; report at the end",
                                                      .target = &options->no_stop},
                                                     PageFlag(&options->web)}),
      .program = &options->launch.program,
      .statuses = {{"N", "that of the program; 128 + N if signal N ended it"}},
      .examples = {{"tdbg run train.py --epochs 3", "--epochs 3 is for train.py"},
                   {"tdbg run --mode full_tensor --steps 100:110 -o trace -m my.training",
                    "keeps whole tensors of ten steps"}},
      .check = [options] { return CheckLaunchOptions(options->launch); },
      .run = [options] { return Run(*options); },
  };
}

}  // namespace tdbg::cli
