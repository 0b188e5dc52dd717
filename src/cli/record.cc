#include "cli/debugged_program.h"
#include "cli/live_page.h"
#include "cli/recorded_job.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"

namespace tdbg::cli {
namespace {

struct RecordOptions {
  LaunchOptions launch;
  bool web = false;
};

Result<int> Record(const RecordOptions& options) {
  TDBG_ASSIGN_OR_RETURN(DebuggedProgram program, DebuggedProgram::Start(options.launch, {}));
  const Launch& launch = program.launch();
  LivePage page(options.web, launch.trace.path);
  while (page.is_waiting() && program.Wait(page.until()).kind != ProgramEvent::Kind::kEnded) {
    page.OpenIfRecording(program.processes());
  }
  const int status = program.WaitForEnd();
  RecordedJob job(launch.trace.path, launch.job);
  if (const Status read = job.Refresh(program.processes()); !read.ok()) {
    Remark("the recording cannot be read: " + read.message());
  }
  Remark(SummaryText(job, job.Find(std::nullopt), launch) + ": " + launch.trace.path);
  page.StayUntilInterrupted();
  return status;
}

}  // namespace

Subcommand RecordCommand() {
  auto options = std::make_shared<RecordOptions>();
  return {
      .name = "record",
      .purpose = "Run a program and record it, without holding it",
      .description = {"As 'tdbg run', but the program is never held: a flight recorder. What is "
                      "kept is limited by --retain and --budget, so that it may run for days."},
      .options = WithLaunchOptions(options->launch, {PageFlag(&options->web)}),
      .program = &options->launch.program,
      .statuses = {{"N", "that of the program; 128 + N if signal N ended it"}},
      .examples = {{"tdbg record -o trace train.py", "then: tdbg open trace"},
                   {"tdbg record --web -o trace train.py", "and look while it runs"}},
      .check = [options] { return CheckLaunchOptions(options->launch); },
      .run = [options] { return Record(*options); },
  };
}

}  // namespace tdbg::cli
