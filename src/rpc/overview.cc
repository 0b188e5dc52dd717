#include "rpc/overview.h"

#include <algorithm>
#include <string>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/run_facts.h"
#include "session/step_table.h"
#include "session/target/recording_phase.h"

namespace tdbg::rpc {
namespace {

RunInfo InfoOf(session::RunView& view, int64_t number, bool grew_lately) {
  const store::Run& run = view.run();
  const session::RecordedCounts counts = session::CountRecorded(run);
  const query::AlertCounts alerts = view.alert_counts();
  RunInfo info;
  info.run = number;
  info.id = run.id;
  info.job = run.job;
  info.format = store::FormatName(run.format);
  info.made_by = run.framework + (run.framework_version.empty() ? "" : " ") + run.framework_version;
  info.mode = DetailName(run.detail);
  info.hosts = run.hosts;
  if (run.pid != 0) info.pid = run.pid;
  info.state = StateOf(session::PhaseOf(run, grew_lately));
  if (run.start_ns != kNoTime) {
    info.started_ms = static_cast<double>(run.start_ns) / 1e6;
    info.seconds = static_cast<double>(run.end_ns - run.start_ns) / 1e9;
  }
  info.executions = static_cast<int64_t>(run.executions.size());
  info.tensors = static_cast<int64_t>(run.events.size());
  info.graphs = counts.graphs;
  info.ops = counts.ops;
  info.sources = static_cast<int64_t>(run.NumSourceFiles());
  info.steps = static_cast<int64_t>(view.step_totals().num_steps());
  info.origins = alerts.origin;
  info.inherited = alerts.inherited;
  info.masked = alerts.masked;
  info.handled = alerts.handled;
  info.devices = session::DeviceNames(run);
  return info;
}

}  // namespace

RunState StateOf(session::Phase phase) {
  return phase == session::Phase::kGrowing ? RunState::kRunning
         : phase == session::Phase::kLost  ? RunState::kLost
                                           : RunState::kFinished;
}

Result<Overview> AnswerOverview(OpenedTrace& trace, const Nothing&) {
  if (trace.overview) return *trace.overview;
  session::Session& session = *trace.session;
  Overview& overview = trace.overview.emplace();
  overview.generation = trace.generation;
  overview.path = session.trace().path;
  overview.version = TDBG_VERSION;
  int64_t number = 0;
  for (session::RunView& run : session.runs()) {
    overview.runs.push_back(InfoOf(run, number++, trace.target.grew_lately()));
  }
  for (const store::Loss& loss : session.trace().losses.losses()) {
    const std::string at = loss.offset < 0 ? "" : " at " + std::to_string(loss.offset);
    overview.losses.push_back({loss.name, loss.count, loss.text, loss.file + at});
  }
  return overview;
}

}  // namespace tdbg::rpc
