#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "cli/birth_report.h"
#include "cli/check_result.h"
#include "cli/debugged_program.h"
#include "cli/exit_status.h"
#include "cli/recorded_job.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "view/line_stream.h"

namespace tdbg::cli {
namespace {

struct CheckOptions {
  LaunchOptions launch;
  std::string allow;  // births that this filter matches are intended
  bool strict = false;
  std::string json;  // files to write, "" for none
  std::string junit;
};

using namespace std::chrono_literals;
using control::Report;
using Clock = DebuggedProgram::Clock;

constexpr auto kStepPatience = 5s;  // with the step of a birth, which is to finish first

// Judging reads the whole recording, and a program may make masked values in each step: looking is
// spread so thin that it takes a tenth of the time.
constexpr int kRestAfterLooking = 10;

class CheckedRun {
 public:
  CheckedRun(DebuggedProgram program, std::optional<query::Filter> allowed)
      : program_(std::move(program)),
        allowed_(std::move(allowed)),
        job_(program_.launch().trace.path, program_.launch().job) {}

  // Until a birth is certain or the program ends; its status.
  int ToFirstBirth() {
    for (;;) {
      const ProgramEvent event = program_.Wait(look_at_);
      if (event.kind == ProgramEvent::Kind::kEnded) return event.status;
      if (event.kind == ProgramEvent::Kind::kReport) OnReport(event.process, event.report);
      if (Clock::now() >= look_at_ && HasBirth()) return program_.End();
    }
  }

  Findings Find() {
    Refresh();
    return job_.Find(allowed_);
  }

  RecordedJob& job() { return job_; }
  const Launch& launch() const { return program_.launch(); }

 private:
  void OnReport(size_t process, const Report& report) {
    const auto now = Clock::now();
    if (report.kind == Report::Kind::kBirth || report.kind == Report::Kind::kError) {
      // The first one is waited for; others may follow in the same step.
      if (look_at_ == Clock::time_point::max()) {
        look_at_ = std::max(now + kStepPatience, rest_until_);
        process_ = process;
      }
    } else if (report.kind == Report::Kind::kStep && process == process_ &&
               look_at_ != Clock::time_point::max()) {
      look_at_ = std::max(now, rest_until_);
    }
  }

  bool HasBirth() {
    const auto begin = Clock::now();
    look_at_ = Clock::time_point::max();
    const bool found = !Find().births.empty();
    const auto end = Clock::now();
    rest_until_ = end + kRestAfterLooking * (end - begin);
    return found;
  }

  void Refresh() {
    const Status status = job_.Refresh(program_.processes());
    if (!status.ok()) Remark("the recording cannot be read: " + status.message());
  }

  DebuggedProgram program_;
  std::optional<query::Filter> allowed_;
  RecordedJob job_;
  size_t process_ = 0;                                    // whose birth is waited for
  Clock::time_point look_at_ = Clock::time_point::max();  // max: there is nothing to look at
  Clock::time_point rest_until_ = {};
};

// One line for each op, not for each time it ran.
void SayMasked(const Findings& findings) {
  if (findings.masked.empty()) return;
  PrintDocument(MaskedList(findings.masked));
}

Result<int> Check(const CheckOptions& options) {
  std::optional<query::Filter> allowed;
  if (!options.allow.empty()) {
    const Result<query::Filter> filter = query::Filter::Compile(options.allow);
    if (!filter.ok()) {
      const std::string& message = filter.status().message();
      return InvalidArgument("--allow: " + message.substr(0, message.find('\n')));
    }
    allowed = *filter;
  }
  const auto begin = Clock::now();
  TDBG_ASSIGN_OR_RETURN(DebuggedProgram program, DebuggedProgram::Start(options.launch, {}));
  CheckedRun run(std::move(program), std::move(allowed));
  CheckResult result;
  result.program = run.launch().program.name;
  result.program_status = run.ToFirstBirth();
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.findings = run.Find();
  result.session = run.job().session();
  const bool strict_failure = options.strict && !result.findings.masked.empty();
  result.clean = result.findings.births.empty() && !strict_failure;

  std::string report;
  if (!result.findings.births.empty()) {
    const view::Document page = ReportOn(result.findings.births.front());
    PrintReport(page);
    report = view::PlainText(page);
  }
  SayMasked(result.findings);
  const Launch& launch = run.launch();
  std::string summary = SummaryText(run.job(), result.findings, launch);
  if (launch.trace.temporary && result.clean) {
    RemoveTrace(launch.trace);
  } else {
    summary += ": " + launch.trace.path;
  }
  if (!options.json.empty()) TDBG_RETURN_IF_ERROR(WriteCheckJson(result, options.json));
  if (!options.junit.empty()) {
    TDBG_RETURN_IF_ERROR(WriteCheckJUnit(result, report.empty() ? summary : report, options.junit));
  }
  Remark(summary);
  if (!result.clean) return kExitFound;
  return result.program_status == 0 ? kExitFine : kExitProgramFailed;
}

}  // namespace

Subcommand CheckCommand() {
  auto options = std::make_shared<CheckOptions>();
  return {
      .name = "check",
      .purpose =
          "Run a program until a bad value is born; status 1 if one is, 3 if it fails otherwise",
      .description = {"For tests and continuous integration: runs the program, and ends it once a "
                      "NaN or an infinity was born that matters. Values that are masked (nothing "
                      "bad came of them) are listed, but do not fail the check."},
      .options = WithLaunchOptions(
          options->launch,
          {{.name = "--allow",
            .value = "FILTER",
            .help = "A filter: bad values that it matches are intended, as "
                    "'name =~ \"mask\"'",
            .target = &options->allow},
           {.name = "--strict", .help = "Masked bad values fail, too", .target = &options->strict},
           {.name = "--json",
            .value = "FILE",
            .help = "Write the findings to this file (docs/json.md)",
            .target = &options->json},
           {.name = "--junit",
            .value = "FILE",
            .help = "Write a JUnit report to this file",
            .target = &options->junit}}),
      .program = &options->launch.program,
      .statuses = {{"0", "nothing bad was born, or it was masked or allowed"},
                   {"1", "a bad value was born; the program was ended"},
                   {"3", "nothing bad was born, but the program itself failed"}},
      .examples = {{"tdbg check train.py", "the report, if there is anything to report"},
                   {"tdbg check --junit report.xml --allow 'name =~ \"mask\"' train.py",
                    "for a machine that runs tests"}},
      .check = [options] { return CheckLaunchOptions(options->launch); },
      .run = [options] { return Check(*options); },
  };
}

}  // namespace tdbg::cli
