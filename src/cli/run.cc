#include "cli/birth_report.h"
#include "cli/launch.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "cli/terminal_face.h"
#include "prompt/prompt_loop.h"

namespace tdbg::cli {
namespace {

struct RunOptions {
  LaunchOptions launch;
  bool no_stop = false;  // only record, though there is somebody to talk with
  bool web = false;      // show the recording in a page meanwhile
};

// Says at the end what was born and how to look at the recording.
void Conclude(const Launch& launch, int status, bool was_told) {
  RefreshAtEnd(*launch.target);
  const session::Target::Reading reading(*launch.target);
  const auto runs = RunsOf(reading, *launch.target);
  const Found found = FindAtEnd(*launch.target, reading, runs);
  const session::Findings& findings = found.findings;
  if (!was_told && !findings.births.empty()) PrintReport(ReportOn(findings.births.front()));
  SayHandled(found.loss_scalers);
  SayWarnings(found.warnings);
  const bool clean = findings.births.empty() && found.blind_spots.empty() && status == 0;
  const bool removed = launch.trace.temporary && (clean || runs.empty());
  if (removed) RemoveTrace(launch.trace);
  Remark(SummaryText(runs, found, launch, removed));
}

Result<int> Run(const RunOptions& options) {
  const bool conversation = !options.no_stop && prompt::IsConversation();
  TDBG_ASSIGN_OR_RETURN(Launch launch, StartProgram(options.launch, {.stop = conversation,
                                                                     .own_group = conversation}));
  TerminalFace face(launch, {.conversation = conversation, .web = options.web});
  const int status = face.WaitForEnd();
  Conclude(launch, status, face.has_talked());
  face.StayUntilInterrupted();
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
