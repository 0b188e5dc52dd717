#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "cli/birth_report.h"
#include "cli/check_result.h"
#include "cli/exit_status.h"
#include "cli/launch.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "cli/terminal_face.h"
#include "view/line_stream.h"

namespace tdbg::cli {
namespace {

struct CheckOptions {
  LaunchOptions launch;
  bool strict = false;
  std::string json;  // files to write, "" for none
  std::string junit;
};

using namespace std::chrono_literals;
using session::TargetEvent;
using Clock = TerminalFace::Clock;

// How long the program may take, after a birth, to finish that execution and then its step.
constexpr auto kExecutionPatience = 30s, kStepPatience = 5s;
// Until it is looked again where a birth may yet turn out to be none.
constexpr auto kUndecidedRest = 200ms;

// Judging reads the whole recording, and a program may make masked values in each step: looking is
// spread so thin that it takes a tenth of the time.
constexpr int kRestAfterLooking = 10;

class CheckedRun {
 public:
  explicit CheckedRun(Launch& launch) : target_(*launch.target), face_(launch, {}) {}

  // Waits until a birth is certain, and then ends the program, or until the program has ended by
  // itself. Answers with its exit status.
  int ToFirstBirth() {
    for (;;) {
      const std::optional<TargetEvent> event = face_.Wait(look_at_);
      if (event && event->kind == TargetEvent::Kind::kEnded) {
        ended_by_itself_ = true;
        return target_.state().status;
      }
      if (event) OnEvent(*event);
      if (Clock::now() >= look_at_ && HasBirth()) {
        static_cast<void>(target_.End());
        return face_.WaitForEnd();
      }
    }
  }

  // What came in the moment in which the program was ended is left out: how long that was says
  // nothing about the program.
  session::Findings Find(const session::Target::Reading& reading) const {
    session::Findings findings = session::Find(RunsOf(reading, target_), target_.allowed());
    if (!ended_by_itself_) {
      session::KeepUpToFirstBirth(
          findings, step_ended_ ? session::EndedIn::kStep : session::EndedIn::kExecution);
    }
    return findings;
  }

 private:
  void OnEvent(const TargetEvent& event) {
    const auto now = Clock::now();
    if (event.kind == TargetEvent::Kind::kBorn) {
      // The first one is waited for; others may follow in the same step.
      if (is_waiting()) return;
      look_at_ = std::max(now + kExecutionPatience, rest_until_);
      process_ = event.process;
      step_ended_ = false;
    } else if (is_waiting() && event.process == process_) {
      if (event.kind == TargetEvent::Kind::kSettled) {
        look_at_ = std::max(std::min(now + kStepPatience, look_at_), rest_until_);
      } else if (event.kind == TargetEvent::Kind::kStepEnded) {
        look_at_ = std::max(now, rest_until_);
        step_ended_ = true;
      }
    }
  }

  bool is_waiting() const { return look_at_ != Clock::time_point::max(); }

  bool HasBirth() {
    const auto begin = Clock::now();
    look_at_ = Clock::time_point::max();
    RefreshAtEnd(target_);
    bool any, decided;
    {
      const session::Target::Reading reading(target_);
      const auto births = Find(reading).births;
      any = !births.empty();
      decided = std::ranges::any_of(births, session::IsDecided);
    }
    const auto end = Clock::now();
    rest_until_ = end + kRestAfterLooking * (end - begin);
    if (!any || decided) {
      undecided_since_.reset();
      return any;
    }
    // An execution that never ends is not waited for for ever.
    if (!undecided_since_) undecided_since_ = begin;
    look_at_ = std::max(end + kUndecidedRest, rest_until_);
    return end - *undecided_since_ > kExecutionPatience;
  }

  session::Target& target_;
  TerminalFace face_;
  size_t process_ = 0;  // whose birth is waited for
  bool step_ended_ = false;
  bool ended_by_itself_ = false;
  Clock::time_point look_at_ = Clock::time_point::max();  // max: there is nothing to look at
  Clock::time_point rest_until_ = {};
  std::optional<Clock::time_point> undecided_since_;
};

CheckVerdict VerdictOn(const CheckResult& result, bool strict_failure) {
  const std::vector<session::BlindSpot>& spots = result.found.blind_spots;
  // What loads no framework can bear nothing.
  const bool nothing_hidden = std::all_of(spots.begin(), spots.end(), [](const auto& spot) {
    return spot.name == session::kNoFramework;
  });
  const bool failed = result.program_status != 0;
  if (!result.found.findings.births.empty() || strict_failure) return CheckVerdict::kFound;
  if (!nothing_hidden) return CheckVerdict::kCouldNotLook;
  if (failed) return CheckVerdict::kProgramFailed;
  return spots.empty() ? CheckVerdict::kClean : CheckVerdict::kCouldNotLook;
}

int StatusOf(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::kClean:
      return kExitFine;
    case CheckVerdict::kFound:
      return kExitFound;
    case CheckVerdict::kProgramFailed:
      return kExitProgramFailed;
    case CheckVerdict::kCouldNotLook:
      return kExitIncomplete;
  }
  return kExitIncomplete;
}

// Some modes say of no value whether it is bad.
Status CheckMode(const LaunchOptions& launch) {
  const auto mode = launch.settings.find("mode");
  if (mode == launch.settings.end()) return Status::Ok();
  for (const Detail blind : {Detail::kNoTensor, Detail::kShape}) {
    if (mode->second != DetailName(blind)) continue;
    return InvalidArgument("--mode " + mode->second +
                           " reads no values, so nothing could be checked; every other mode does");
  }
  return Status::Ok();
}

// One line for each op, not for each time it ran.
void SayMasked(const session::Findings& findings) {
  if (findings.masked.empty()) return;
  PrintDocument(MaskedList(findings.masked));
}

Result<int> Check(const CheckOptions& options) {
  const auto begin = Clock::now();
  TDBG_ASSIGN_OR_RETURN(Launch launch, StartProgram(options.launch, {}));
  CheckedRun run(launch);
  CheckResult result;
  result.program = launch.program.name;
  result.program_status = run.ToFirstBirth();
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  RefreshAtEnd(*launch.target);
  const session::Target::Reading reading(*launch.target);
  const auto runs = RunsOf(reading, *launch.target);
  result.found = FindAtEnd(*launch.target, reading, runs);
  result.found.findings = run.Find(reading);
  const session::Findings& findings = result.found.findings;
  result.session = reading.session();
  const bool strict_failure =
      options.strict && (!findings.masked.empty() || !result.found.warnings.empty());
  result.verdict = VerdictOn(result, strict_failure);

  std::string report;
  if (!findings.births.empty()) {
    const view::Document page = ReportOn(findings.births.front());
    PrintReport(page);
    report = view::PlainText(page);
  }
  SayMasked(findings);
  SayHandled(result.found.loss_scalers);
  SayWarnings(result.found.warnings);
  const bool removed =
      launch.trace.temporary && (result.verdict == CheckVerdict::kClean || runs.empty());
  if (removed) RemoveTrace(launch.trace);
  const std::string summary = SummaryText(runs, result.found, launch, removed);
  if (!options.json.empty()) TDBG_RETURN_IF_ERROR(WriteCheckJson(result, options.json));
  if (!options.junit.empty()) {
    TDBG_RETURN_IF_ERROR(WriteCheckJUnit(result, report.empty() ? summary : report, options.junit));
  }
  Remark(summary);
  return StatusOf(result.verdict);
}

}  // namespace

Subcommand CheckCommand() {
  auto options = std::make_shared<CheckOptions>();
  return {
      .name = "check",
      .purpose =
          "Run a program until a bad value is born; status 1 if one is, 4 if tdbg could not look",
      .description = {"For tests and continuous integration: runs the program, and ends it once a "
                      "NaN or an infinity was born that matters. Values that are masked (nothing "
                      "bad came of them) are listed, but do not fail the check."},
      .options = WithLaunchOptions(options->launch,
                                   {{.name = "--strict",
                                     .help = "Masked bad values and warnings fail, too",
                                     .target = &options->strict},
                                    {.name = "--json",
                                     .value = "FILE",
                                     .help = "Write the findings to this file (docs/json.md)",
                                     .target = &options->json},
                                    {.name = "--junit",
                                     .value = "FILE",
                                     .help = "Write a JUnit report to this file",
                                     .target = &options->junit}}),
      .program = &options->launch.program,
      .statuses = {{"0", "nothing bad was born, or it was masked, handled or allowed"},
                   {"1", "a bad value was born; the program was ended"},
                   {"3", "nothing bad was born, but the program itself failed"},
                   {"4", "no bad value was seen, but not everything could be looked at"}},
      .examples = {{"tdbg check train.py", "the report, if there is anything to report"},
                   {"tdbg check --junit report.xml --allow 'name =~ \"mask\"' train.py",
                    "for a machine that runs tests"}},
      .check = [options]() -> Status {
        TDBG_RETURN_IF_ERROR(CheckLaunchOptions(options->launch));
        return CheckMode(options->launch);
      },
      .run = [options] { return Check(*options); },
  };
}

}  // namespace tdbg::cli
