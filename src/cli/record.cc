#include "cli/commands.h"
#include "cli/debugged_program.h"
#include "cli/live_page.h"
#include "cli/recorded_job.h"
#include "cli/recording_summary.h"
#include "cli/remark.h"

namespace tdbg::cli {

Result<int> RunRecord(const RecordOptions& options) {
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

}  // namespace tdbg::cli
