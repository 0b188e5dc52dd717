#include "cli/launch.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "cli/terminal_face.h"

namespace tdbg::cli {
namespace {

struct RecordOptions {
  LaunchOptions launch;
  bool web = false;
};

Result<int> Record(const RecordOptions& options) {
  TDBG_ASSIGN_OR_RETURN(Launch launch, StartProgram(options.launch, {}));
  TerminalFace face(launch, {.web = options.web});
  const int status = face.WaitForEnd();
  RefreshAtEnd(*launch.target);
  {
    const session::Target::Reading reading(*launch.target);
    const auto runs = RunsOf(reading, *launch.target);
    const Found found = FindAtEnd(*launch.target, reading, runs);
    SayHandled(found.loss_scalers);
    SayWarnings(found.warnings);
    Remark(SummaryText(runs, found, launch, false));
  }
  face.StayUntilInterrupted();
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
