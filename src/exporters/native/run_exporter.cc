#include "exporters/native/run_exporter.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>

#include "exporters/native/event_encoder.h"
#include "format/trace_layout.h"

namespace tdbg::exporters::native {
namespace {

using format::ExecutionKind;
using format::SegmentKind;
using store::EventId;
using store::Execution;
using store::ExecutionId;
using store::Run;

constexpr uint32_t kThread = 1;  // everything is written by this one

uint32_t NumberOf(ExecutionId id) { return id.valid() ? id.index() + 1 : 0; }

bool IsComplete(const Run& run, store::StackId stack) {
  const auto frames = run.stacks.frames(stack);
  return std::all_of(frames.begin(), frames.end(), [&](store::FrameId id) {
    return run.stacks.frame(id).recorded && run.stacks.frame(id).file.valid();
  });
}

// An execution with tensors of its own is an eager op to the format, whatever it called.
ExecutionKind KindOf(const Execution& execution) {
  if (execution.num_events > 0) return ExecutionKind::kEagerOp;
  if (!execution.op_type.valid()) return ExecutionKind::kSessionRun;
  return execution.graph.valid() ? ExecutionKind::kFunctionCall : ExecutionKind::kEagerOp;
}

format::SegmentIdentity OfKind(format::SegmentIdentity identity, SegmentKind kind) {
  identity.kind = kind;
  return identity;
}

}  // namespace

RunExporter::Files::Files(const std::string& directory, const format::SegmentIdentity& identity)
    : meta(directory, OfKind(identity, SegmentKind::kMeta)),
      events(directory, OfKind(identity, SegmentKind::kEvents)),
      values(directory, OfKind(identity, SegmentKind::kValues)),
      definitions(meta) {}

Status RunExporter::Files::status() const {
  TDBG_RETURN_IF_ERROR(meta.status());
  TDBG_RETURN_IF_ERROR(events.status());
  return values.status();
}

Status RunExporter::Start(const Run& run) {
  const int64_t start_ns = run.start_ns == kNoTime ? 0 : run.start_ns;
  const auto pid = static_cast<uint32_t>(run.pid);
  const std::string folder = directory_ + "/" + format::RunDirectoryName(pid, start_ns);
  if (mkdir(folder.c_str(), 0700) != 0) {
    return Unreadable("cannot make " + folder + ": " + std::strerror(errno));
  }
  files_ = std::make_unique<Files>(
      folder, format::SegmentIdentity{.pid = pid, .start_ns = start_ns, .thread = kThread});
  DefinitionWriter& definitions = files_->definitions;
  format::ProcessRecord process = {};
  process.start_ns = start_ns;
  process.pid = pid;
  process.job = definitions.String(run.job);
  process.host = run.hosts.empty() ? 0 : definitions.String(run.hosts.front());
  process.worker = run.hosts.size() < 2 ? 0 : definitions.String(run.hosts[1]);
  process.framework = definitions.String(run.framework);
  process.framework_version = definitions.String(run.framework_version);
  process.mode = definitions.String(DetailName(run.detail));
  files_->meta.Append(process);
  return Status::Ok();
}

Status RunExporter::Write(const Run& run, bool last) {
  if (files_ == nullptr) TDBG_RETURN_IF_ERROR(Start(run));
  sources_.Grow(run.sources.size());
  sources_.Advance([&](store::SourceFileId id) { return WriteSource(run, id, last); });
  graphs_.Grow(run.graphs.num_graphs());
  graphs_.Advance([&](store::GraphId id) { return WriteGraph(run, id, last); });
  NoteDevices(run);
  ops_.Grow(run.graphs.num_ops());
  ops_.Advance([&](store::OpId id) { return WriteOp(run, id, last); });
  for (; executions_ < run.executions.size(); ++executions_) {
    const Execution& execution = run.executions[ExecutionId(executions_)];
    const bool known = (!execution.graph.valid() || graphs_.Has(execution.graph)) &&
                       IsComplete(run, execution.stack);
    if (!known && !last) break;  // executions keep their order, so none overtakes another
    WriteExecution(run, ExecutionId(executions_));
  }
  events_.Grow(run.events.size());
  events_.Advance([&](EventId id) { return WriteEvent(run, id, last); });
  return files_->status();
}

void RunExporter::NoteDevices(const Run& run) {
  for (const EventId id : run.events.ids(placed_events_)) {
    const store::OpId op = run.events.op[id];
    const store::DeviceId device = run.events.device[id];
    if (!op.valid() || !device.valid() || run.graphs.op(op).device.valid()) continue;
    const bool added = devices_.try_emplace(op, device).second;
    if (added && ops_.Has(op)) files_->definitions.WriteOp(run, op, device);
  }
  placed_events_ = run.events.size();
}

Status RunExporter::Finish(const Run& run, std::span<const JudgedEvent> verdicts) {
  TDBG_RETURN_IF_ERROR(Write(run, true));
  for (const JudgedEvent& judged : verdicts) WriteVerdict(run, judged);
  format::EndOfRunRecord end = {};
  end.time_ns = run.end_ns;
  if (run.end_ns != kNoTime) files_->events.Append(end);
  for (SegmentStream* stream : {&files_->meta, &files_->events, &files_->values}) stream->Seal();
  return files_->status();
}

// The text may come late; a file without any is written in the end.
bool RunExporter::WriteSource(const Run& run, store::SourceFileId id, bool last) {
  const std::string_view path = run.strings[run.sources[id].path];
  const auto lines = run.values->ReadSource(id);
  if (!lines.ok() && !last) return false;
  std::string text;
  if (lines.ok()) {
    for (const std::string& line : *lines) text += line + "\n";
  }
  if (!path.empty()) files_->definitions.WriteSource(path, text);
  return true;
}

bool RunExporter::WriteGraph(const Run& run, store::GraphId id, bool last) {
  const store::Graph& graph = run.graphs.graph(id);
  if (!graph.recorded && !last) return false;
  if (graph.outer.valid() && !graphs_.Has(graph.outer)) {
    if (!WriteGraph(run, graph.outer, last)) return false;
    graphs_.Mark(graph.outer);
  }
  files_->definitions.WriteGraph(run, id);
  return true;
}

bool RunExporter::WriteOp(const Run& run, store::OpId id, bool last) {
  const store::Op& op = run.graphs.op(id);
  const bool complete = op.type.valid() && IsComplete(run, op.stack);
  if (!graphs_.Has(op.graph) || (!complete && !last)) return false;
  const auto ran_on = devices_.find(id);
  files_->definitions.WriteOp(run, id, ran_on == devices_.end() ? op.device : ran_on->second);
  return true;
}

uint32_t RunExporter::OpNumber(const Run& run, EventId id) {
  const store::TensorEvent event = run.events.Row(id);
  if (event.op.valid()) return files_->definitions.Op(event.op);
  const Execution none;
  const Execution& execution = event.execution.valid() ? run.executions[event.execution] : none;
  return files_->definitions.EagerOp(run, execution.op_type, event.device, execution.num_outputs);
}

// A trace waits until it is known which execution it belongs to.
bool RunExporter::WriteEvent(const Run& run, EventId id, bool last) {
  const store::TensorEvent event = run.events.Row(id);
  if (event.badness == store::Badness::kFailed) return true;  // no tensor: an incident of its own
  const bool known = (!event.op.valid() || ops_.Has(event.op)) && event.execution.valid() &&
                     event.execution.index() < executions_;
  if (!known && !last) return false;
  const auto encoded = EncodeEvent(run, id, OpNumber(run, id), NumberOf(event.execution),
                                   files_->definitions, files_->values);
  files_->events.AppendBytes(format::RecordKind::kTensorEvent, encoded.aux, encoded.record());
  return true;
}

void RunExporter::WriteExecution(const Run& run, ExecutionId id) {
  const Execution& execution = run.executions[id];
  format::ExecutionRecord record = {};
  record.time_ns = execution.time_ns;
  record.number = NumberOf(id);
  record.graph = files_->definitions.Graph(execution.graph);
  record.stack = files_->definitions.Stack(run, execution.stack);
  record.name = files_->definitions.String(run.strings[execution.op_type]);
  files_->events.Append(record, {}, static_cast<uint8_t>(KindOf(execution)));

  const int64_t step =
      execution.step != store::kNoStep ? execution.step : execution.session_run_index;
  if (execution.step == store::kNoStep && step < 0) return;
  format::StepRecord mark = {};
  mark.time_ns = execution.time_ns;
  mark.step = step;
  mark.first_execution = record.number;
  files_->events.Append(mark);
}

void RunExporter::WriteVerdict(const Run& run, const JudgedEvent& judged) {
  const store::TensorEvent event = run.events.Row(judged.event);
  format::IncidentRecord record = {};
  record.time_ns = event.time_ns;
  record.op = OpNumber(run, judged.event);
  record.execution = NumberOf(event.execution);
  record.slot = static_cast<uint32_t>(event.slot);
  record.iteration = event.iteration;
  // The numbers of verdict and source on disk are those of the store.
  record.verdict = static_cast<uint8_t>(judged.judgement.verdict);
  record.source = static_cast<uint8_t>(judged.judgement.source);
  files_->events.Append(record);
}

}  // namespace tdbg::exporters::native
