#include "exporters/tfdbg2/run_exporter.h"

#include <algorithm>

#include "exporters/tfdbg2/wall_seconds.h"

namespace tdbg::exporters::tfdbg2 {
namespace {

using store::EventId;
using store::Execution;
using store::ExecutionId;
using store::Run;

// The mode of an execution without tensors: that of the run, if it is one that tfdbg2 logdirs have.
Detail ModeWithoutTensors(Detail detail) {
  const bool written = TensorFlowMode(detail) != 0 && detail != Detail::kReduceInfNan;
  return written ? detail : Detail::kNoTensor;
}

}  // namespace

Status RunExporter::Write(const Run& run, bool last) {
  StartFiles(run);
  stacks_.Update(run, *writer_, last);
  graphs_.Update(run, stacks_, *writer_, last);
  traces_.Grow(run.events.size());
  // Threads of a native run write into segments of their own: only time tells their order.
  if (run.format == store::Format::kNative) {
    traces_.Sort(
        [&](EventId a, EventId b) { return run.events.time_ns[a] < run.events.time_ns[b]; });
  }
  traces_.Advance([&](EventId id) { return WriteTrace(run, id); });
  NoteEventTimes(run);
  // The newest execution may still be at work.
  const size_t complete = run.executions.size() - (last || run.executions.empty() ? 0 : 1);
  for (; executions_ < complete; ++executions_) {
    const ExecutionId id(executions_);
    const Execution& execution = run.executions[id];
    const bool graph_known = !execution.graph.valid() || graphs_.HasGraph(execution.graph);
    const bool known = last || (execution.time_ns != kNoTime && graph_known &&
                                stacks_.IsComplete(run, execution.stack));
    if (!known) break;  // executions keep their order, so none overtakes another
    WriteExecution(run, id);
  }
  return writer_->Flush();
}

// The first host's files hold everything; those of the others only say that they took part.
void RunExporter::StartFiles(const Run& run) {
  constexpr double kApart = 1e-6;  // TensorFlow's reader takes the earliest set for the main one
  const double start = WallSeconds(run, kNoTime);
  const size_t hosts = std::max<size_t>(run.hosts.size(), 1);
  for (; hosts_ < hosts; ++hosts_) {
    const FileSetName name = {.directory = directory_,
                              .seconds = static_cast<int64_t>(start) + static_cast<int64_t>(hosts_),
                              .host = run.hosts.empty() ? "localhost" : run.hosts[hosts_],
                              .tensorflow_version = run.framework_version,
                              .run_id = run.id};
    auto writer =
        std::make_unique<DebugEventWriter>(name, start + kApart * static_cast<double>(hosts_));
    if (writer_ == nullptr) writer_ = std::move(writer);
  }
}

// An Execution is written when it ends: a reader gives it the traces before it. Other formats note
// when it began.
void RunExporter::NoteEventTimes(const Run& run) {
  last_event_ns_.resize(run.executions.size(), kNoTime);
  for (const EventId id : run.events.ids(timed_events_)) {
    const ExecutionId execution = run.events.execution[id];
    if (!execution.valid()) continue;
    int64_t& time_ns = last_event_ns_[execution.index()];
    time_ns = std::max(time_ns, run.events.time_ns[id]);
  }
  timed_events_ = run.events.size();
}

bool RunExporter::WriteTrace(const Run& run, EventId id) {
  const store::TensorEvent event = run.events.Row(id);
  if (!event.op.valid()) return true;                         // goes with its execution
  if (event.badness == store::Badness::kFailed) return true;  // there is no tensor
  if (!graphs_.HasOp(event.op)) return false;
  const store::Op& op = run.graphs.op(event.op);
  const TensorToWrite tensor = Know(run, id, WantsValues(run));
  const Detail mode = CommonDetail({&tensor, 1});
  writer_->Trace(WallSeconds(run, event.time_ns),
                 {.graph_id = GraphExporter::GraphKey(run, op.graph),
                  .op_name = run.strings[op.name],
                  .slot = std::max(event.slot, 0),
                  .mode = mode,
                  .tensor = EncodeTensor(tensor, mode, graphs_.TensorId(run, event.op, event.slot)),
                  .device = run.DeviceName(event.device)});
  return true;
}

void RunExporter::WriteExecution(const Run& run, ExecutionId id) {
  const Execution& execution = run.executions[id];
  std::vector<EventId> events;
  for (int32_t i = 0; i < execution.num_events; ++i) {
    events.push_back(EventId(execution.first_event.index() + static_cast<uint32_t>(i)));
  }
  const auto know = [&](bool values_wanted) {
    std::vector<TensorToWrite> tensors;
    for (const EventId event : events) tensors.push_back(Know(run, event, values_wanted));
    return tensors;
  };
  std::vector<TensorToWrite> tensors = know(WantsValues(run));
  Detail mode = tensors.empty() ? ModeWithoutTensors(run.detail) : CommonDetail(tensors);
  if (WantsValues(run) && mode != Detail::kFullTensor && !tensors.empty()) {
    tensors = know(false);  // one value that cannot be written makes all of them statistics
    mode = CommonDetail(tensors);
  }

  // By slot where the slots are known; else only their number is certain.
  std::vector<std::string> protos;
  for (size_t i = 0; i < events.size(); ++i) {
    const int32_t slot = run.events.slot[events[i]];
    const auto place = slot < 0 ? protos.size() : static_cast<size_t>(slot);
    const auto outputs = slot < 0 ? 0 : static_cast<size_t>(execution.num_outputs);
    protos.resize(std::max({protos.size(), place + 1, outputs}));
    protos[place] = EncodeTensor(tensors[i], mode, -1);
  }
  std::vector<int32_t> devices;
  for (const store::DeviceId device : execution.output_devices) {
    devices.push_back(GraphExporter::DeviceNumber(device));
  }
  const bool unnamed = !execution.op_type.valid() && execution.time_ns != kNoTime;
  const std::vector<std::string> frames = stacks_.FrameIds(run, execution.stack);
  const int64_t end_ns = std::max(execution.time_ns, last_event_ns_[id.index()]);
  writer_->Execution(WallSeconds(run, end_ns),
                     {.op_type = unnamed ? "Session.run" : run.strings[execution.op_type],
                      .graph_id = GraphExporter::GraphKey(run, execution.graph),
                      .num_outputs = execution.num_outputs,
                      .input_tensor_ids = execution.input_tensor_ids,
                      .output_tensor_ids = execution.output_tensor_ids,
                      .mode = mode,
                      .tensors = protos,
                      .location = {run.strings[execution.host], frames},
                      .output_devices = devices});
}

bool RunExporter::WantsValues(const Run& run) const {
  return values_ || run.detail == Detail::kFullTensor;
}

TensorToWrite RunExporter::Know(const Run& run, EventId event, bool value_wanted) {
  TensorToWrite known;
  if (run.events.detail[event] == Detail::kFullTensor && value_wanted) {
    const auto value = run.values->ReadValue(event);
    if (value.ok()) known.value = EncodeValue(*value);
    if (known.value) return known;
  }
  const auto digest = run.values->ReadDigest(event);
  if (digest.ok()) known.digest = *digest;
  if (run.events.detail[event] == Detail::kFullTensor) ++summarised_values_;
  return known;
}

}  // namespace tdbg::exporters::tfdbg2
