#include "importers/tfdbg2/run_builder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "importers/tfdbg2/function_name.h"
#include "importers/tfdbg2/summary.h"
#include "importers/tfproto/graph_def.h"
#include "importers/tfproto/tensor_proto.h"

namespace tdbg::importers::tfdbg2 {
namespace {

using store::Badness;
using store::DeviceId;
using store::EventId;
using store::Execution;
using store::ExecutionId;
using store::FrameId;
using store::GraphId;
using store::OpId;
using store::StackId;
using store::TensorEvent;
using tensor::DTypeClass;

// Whether elements of this type can be NaN or infinite.
bool CanBeBad(tensor::DType dtype) {
  const DTypeClass cls = tensor::Info(dtype).cls;
  return cls == DTypeClass::kFloat || cls == DTypeClass::kComplex;
}

store::Payload PayloadOf(std::string_view part, const LogFile::Record& where, uint32_t file) {
  if (part.empty()) return {where.offset, 0, file};  // absent: points nowhere
  return {where.offset + static_cast<uint64_t>(part.data() - where.data.data()),
          static_cast<uint32_t>(part.size()), file};
}

// No op has more; a damaged number must not make anybody count to it.
int32_t PlausibleOutputs(int32_t outputs) { return std::clamp(outputs, 0, 1 << 16); }

int32_t SaturatedLine(int64_t line) {
  return static_cast<int32_t>(std::clamp<int64_t>(line, 0, std::numeric_limits<int32_t>::max()));
}

}  // namespace

void RunBuilder::AddRecord(const LogFile::Record& record, LogFile& log, uint32_t file,
                           WriterState& writer) {
  const auto lost = [&](const Status& status) {
    losses_.Add("unreadable_record", log.shown(), static_cast<int64_t>(record.offset),
                status.message());
  };
  const auto event = ParseDebugEvent(record.data);
  if (!event.ok()) return lost(event.status());
  const int64_t time_ns = NsFromSeconds(event->wall_time);
  run_.ExtendTime(time_ns);

  // Hands the parsed body on, or reports why there is none.
  const auto with = [&](const auto& parsed, auto use) {
    if (parsed.ok()) {
      use(*parsed);
    } else {
      lost(parsed.status());
    }
  };
  switch (event->kind) {
    case EventKind::kSourceFile:
      return with(ParseSourceFile(event->body), [&](const SourceFileRecord& source) {
        AddSourceFile(source, event->body, file, writer);
      });
    case EventKind::kStackFrame:
      return with(ParseStackFrame(event->body),
                  [&](const StackFrameRecord& frame) { AddFrame(frame, writer); });
    case EventKind::kOpCreation:
      return with(ParseOpCreation(event->body), [&](const OpCreation& op) { AddOp(op, time_ns); });
    case EventKind::kGraph:
      return with(ParseGraph(event->body), [&](const GraphRecord& graph) {
        if (AddGraph(graph, time_ns)) return;
        lost(Corrupt("a graph that lies inside two others, in itself, or too deep"));
      });
    case EventKind::kDevice:
      return with(ParseDevice(event->body), [&](const DeviceRecord& device) {
        writer.devices[device.id] = run_.InternDevice(device.name);
      });
    case EventKind::kExecution:
      return with(ParseExecution(event->body), [&](const ExecutionRecord& execution) {
        AddExecution(execution, time_ns, record, log, file, writer);
      });
    case EventKind::kTrace:
      return with(ParseTrace(event->body),
                  [&](const TraceRecord& trace) { AddTrace(trace, time_ns, record, log, file); });
    case EventKind::kMetadata:
      return;  // read when the set was found
    case EventKind::kUnknown:
      return lost(Corrupt("a record of a kind this version of tdbg does not know"));
  }
}

void RunBuilder::AddSourceFile(const SourceFileRecord& record, std::string_view body, uint32_t file,
                               WriterState& writer) {
  // Whoever converts a damaged recording writes what was unknown without its name or type.
  const StringId path = record.path.empty() ? StringId() : run_.strings.Intern(record.path);
  const store::SourceFileId id =
      run_.sources.Append({path, run_.strings.Intern(record.host), record.num_lines});
  writer.source_files.push_back(id);
  source_places_[id] = {file, body};
}

void RunBuilder::AddFrame(const StackFrameRecord& record, WriterState& writer) {
  const FrameId id = FrameOf(record.id);
  store::Frame& frame = run_.stacks.frame(id);
  frame.recorded = true;
  frame.line = SaturatedLine(record.line);
  frame.function = run_.strings.Intern(record.function);
  writer.frames_without_file.emplace_back(id, record.file_index);
}

bool RunBuilder::AddGraph(const GraphRecord& record, int64_t time_ns) {
  const GraphId id = GraphOf(record.id);
  store::Graph& graph = run_.graphs.graph(id);
  graph.recorded = true;
  graph.time_ns = time_ns;
  run_.graphs.Changed(id);
  if (!record.name.empty()) graph.name = run_.strings.Intern(record.name);
  return record.outer_id.empty() || run_.graphs.SetOuter(id, GraphOf(record.outer_id));
}

void RunBuilder::AddOp(const OpCreation& record, int64_t time_ns) {
  const GraphId graph = GraphOf(record.graph_id);
  store::Op& op =
      run_.graphs.op(run_.graphs.FindOrAddOp(graph, run_.strings.Intern(record.op_name)));
  if (op.type.valid()) return;  // a second op of the same name: the first one stays
  run_.graphs.Changed(graph);
  if (!record.op_type.empty()) op.type = run_.strings.Intern(record.op_type);
  op.time_ns = time_ns;
  op.num_outputs = PlausibleOutputs(record.num_outputs);
  op.output_tensor_ids = record.output_tensor_ids;
  op.stack = StackOf(record.location);
  op.host = run_.strings.Intern(record.location.host);
  if (!record.device.empty()) op.device = DeviceOf(record.device);
  for (const std::string_view input : record.inputs) {
    const auto name = tfproto::ParseInputName(input);
    op.inputs.push_back({run_.strings.Intern(name.op), name.slot});
  }
}

void RunBuilder::AddExecution(const ExecutionRecord& record, int64_t time_ns,
                              const LogFile::Record& where, LogFile& log, uint32_t file,
                              WriterState& writer) {
  const ExecutionId id(run_.executions.size());
  Execution execution;
  execution.time_ns = time_ns;
  execution.op_type = run_.strings.Intern(record.op_type);
  execution.num_outputs = PlausibleOutputs(record.num_outputs);
  execution.input_tensor_ids = record.input_tensor_ids;
  execution.output_tensor_ids = record.output_tensor_ids;
  execution.stack = StackOf(record.location);
  execution.host = run_.strings.Intern(record.location.host);
  if (!record.graph_id.empty()) execution.graph = GraphOf(record.graph_id);
  execution.first_event = EventId(run_.events.size());
  execution.output_devices.resize(record.output_device_ids.size());
  execution.detail = DetailOfTensorFlowMode(record.mode);
  execution.num_entries = static_cast<uint16_t>(
      std::min<size_t>(record.tensors.size(), std::numeric_limits<uint16_t>::max()));

  // Filters and resources drop entries without a placeholder: then only the count is certain.
  const bool slots_known =
      record.tensors.size() == static_cast<size_t>(std::max(record.num_outputs, 0));
  for (size_t i = 0; i < record.tensors.size(); ++i) {
    if (record.tensors[i].empty()) continue;
    TensorEvent event;
    event.time_ns = time_ns;
    event.execution = id;
    event.slot = slots_known ? static_cast<int32_t>(i) : -1;
    event.payload = PayloadOf(record.tensors[i], where, file);
    DescribeTensor(record.tensors[i], record.mode, where, log, event);
    const EventId added = run_.events.Append(event);
    const auto entry = static_cast<int32_t>(i);
    if (event.slot != entry && execution.num_events != entry) run_.entries[added] = entry;
    ++execution.num_events;
  }
  if (run_.detail == Detail::kUnknown) run_.detail = execution.detail;
  run_.executions.Append(std::move(execution));
  if (!SetDevices(id, record.output_device_ids, writer)) {
    writer.executions_without_device.emplace_back(id, record.output_device_ids);
  }
  if (record.graph_id.empty() && !ParseFunctionName(record.op_type).backward_graph.empty()) {
    backward_calls_.push_back(id);
  }
}

bool RunBuilder::SetDevices(ExecutionId id, const std::vector<int64_t>& numbers,
                            const WriterState& writer) {
  Execution& execution = run_.executions[id];
  bool complete = true;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto device = writer.devices.find(numbers[i]);
    complete = complete && device != writer.devices.end();
    if (device != writer.devices.end()) execution.output_devices[i] = device->second;
  }
  for (int32_t i = 0; i < execution.num_events; ++i) {
    const EventId event(execution.first_event.index() + static_cast<uint32_t>(i));
    const auto slot = static_cast<size_t>(run_.events.slot[event]);  // huge where it is not known
    if (slot >= numbers.size()) continue;
    run_.events.device[event] = execution.output_devices[slot];
    run_.changes.Note(event);
  }
  return complete;
}

void RunBuilder::AddTrace(const TraceRecord& record, int64_t time_ns, const LogFile::Record& where,
                          LogFile& log, uint32_t file) {
  TensorEvent event;
  event.time_ns = time_ns;
  event.op = run_.graphs.FindOrAddOp(GraphOf(record.graph_id), run_.strings.Intern(record.op_name));
  event.slot = record.slot;
  event.device = DeviceOf(record.device);
  event.payload = PayloadOf(record.tensor, where, file);
  DescribeTensor(record.tensor, record.mode, where, log, event);
  if (run_.detail == Detail::kUnknown) run_.detail = event.detail;
  unlinked_traces_.push_back(run_.events.Append(event));
}

void RunBuilder::DescribeTensor(std::string_view proto, int64_t mode, const LogFile::Record& where,
                                LogFile& log, TensorEvent& event) {
  event.detail = DetailOfTensorFlowMode(mode);
  const auto lost = [&](const Status& status) {
    losses_.Add("unreadable_tensor", log.shown(), static_cast<int64_t>(where.offset),
                status.message());
  };
  if (event.detail == Detail::kFullTensor) {
    const auto header = tfproto::ParseTensorHeader(proto);
    if (!header.ok()) return lost(header.status());
    if (header->dtype == tensor::DType::kInvalid) return;  // nothing was recorded
    event.dtype = header->dtype;
    event.badness = CanBeBad(event.dtype) ? Badness::kUnread : Badness::kClean;
  } else {
    const auto glance = GlanceAtSummary(event.detail, proto);
    if (!glance.ok()) return lost(glance.status());
    event.dtype = glance->dtype;
    event.badness = glance->badness;
  }
}

GraphId RunBuilder::GraphOf(std::string_view key) {
  if (!last_graph_.valid() || key != last_graph_key_) {
    const StringId text = run_.strings.Intern(key);
    last_graph_ = run_.graphs.FindOrAddGraph(text);
    last_graph_key_ = run_.strings[text];
  }
  return last_graph_;
}

DeviceId RunBuilder::DeviceOf(std::string_view name) {
  if (name.empty()) return DeviceId();
  if (!last_device_.valid() || name != last_device_name_) {
    last_device_ = run_.InternDevice(name);
    last_device_name_ = run_.DeviceName(last_device_);
  }
  return last_device_;
}

StackId RunBuilder::StackOf(const CodeLocation& location) {
  if (location.frame_ids.empty()) return StackId();
  std::vector<FrameId> frames;
  frames.reserve(location.frame_ids.size());
  for (const std::string_view id : location.frame_ids) frames.push_back(FrameOf(id));
  return run_.stacks.Intern(frames);
}

FrameId RunBuilder::FrameOf(std::string_view key) {
  const StringId text = run_.strings.Intern(key);
  const auto [it, added] = frames_.try_emplace(text);
  if (added) {
    it->second = run_.stacks.AddFrame();
    run_.stacks.frame(it->second).key = text;
  }
  return it->second;
}

void RunBuilder::Link(std::vector<WriterState*> writers) {
  for (WriterState* writer : writers) {
    std::erase_if(writer->frames_without_file, [&](const auto& waiting) {
      const auto [frame, index] = waiting;
      if (index < 0 || index >= static_cast<int64_t>(writer->source_files.size())) return false;
      run_.stacks.frame(frame).file = writer->source_files[static_cast<size_t>(index)];
      return true;
    });
    std::erase_if(writer->executions_without_device, [&](const auto& waiting) {
      return SetDevices(waiting.first, waiting.second, *writer);
    });
  }
  LinkBackwardCalls();
  LinkTraces();
}

// Calls under a gradient tape are recorded without their graph. The name of a backward graph
// carries a number, so it leads to the one graph that it is.
void RunBuilder::LinkBackwardCalls() {
  if (backward_calls_.empty()) return;
  std::unordered_map<std::string_view, GraphId> by_name;
  for (const GraphId id : run_.graphs.graph_ids()) {
    by_name[run_.strings[run_.graphs.graph(id).name]] = id;
  }
  std::erase_if(backward_calls_, [&](ExecutionId id) {
    Execution& execution = run_.executions[id];
    const auto graph =
        by_name.find(ParseFunctionName(run_.strings[execution.op_type]).backward_graph);
    if (graph == by_name.end()) return false;
    execution.graph = graph->second;
    execution.graph_guessed = true;
    run_.changes.Note(id);
    return true;
  });
}

// A function's Execution is written when it returns, by the only thread whose calls are recorded:
// the next Execution after a trace is the one that caused it, or nothing recorded did.
void RunBuilder::LinkTraces() {
  if (OrderExecutions() ||
      std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version()) {
    calls_functions_.clear();
    AskRefusedAgain();
  }
  // A trace may tell which graph its execution ran, and so lead to others.
  do {
    guessed_ = false;
    LinkUnlinked();
    if (guessed_) AskRefusedAgain();
  } while (guessed_);
}

void RunBuilder::AskRefusedAgain() {
  unlinked_traces_.insert(unlinked_traces_.end(), refused_traces_.begin(), refused_traces_.end());
  refused_traces_.clear();
}

// Puts new executions in order of time. True if one of them came before some that were known.
bool RunBuilder::OrderExecutions() {
  const auto earlier = [&](ExecutionId a, ExecutionId b) {
    return std::pair(run_.executions[a].time_ns, a) < std::pair(run_.executions[b].time_ns, b);
  };
  const auto known = static_cast<ptrdiff_t>(by_time_.size());
  for (const ExecutionId id : Ids<ExecutionId>(run_.executions.size(), by_time_.size())) {
    by_time_.push_back(id);
  }
  const auto added = by_time_.begin() + known;
  if (added == by_time_.end()) return false;
  std::sort(added, by_time_.end(), earlier);
  const bool before = known > 0 && earlier(*added, *(added - 1));
  std::inplace_merge(by_time_.begin(), added, by_time_.end(), earlier);
  return before;
}

void RunBuilder::LinkUnlinked() {
  const auto time = [&](ExecutionId id) { return run_.executions[id].time_ns; };
  auto next = by_time_.begin();
  std::erase_if(unlinked_traces_, [&](EventId event) {
    const int64_t when = run_.events.time_ns[event];
    // Most traces come in order of time, so the execution of the last trace is mostly that of this
    // one too.
    const bool same = next != by_time_.end() && time(*next) >= when &&
                      (next == by_time_.begin() || time(*(next - 1)) < when);
    if (!same) {
      next = std::lower_bound(by_time_.begin(), by_time_.end(), when,
                              [&](ExecutionId id, int64_t t) { return time(id) < t; });
    }
    if (next == by_time_.end()) return false;
    const GraphId graph = run_.graphs.op(run_.events.op[event]).graph;
    if (!Owns(*next, graph)) {
      refused_traces_.push_back(event);
      return true;
    }
    run_.events.execution[event] = *next;
    run_.changes.Note(event);
    return true;
  });
}

bool RunBuilder::Owns(ExecutionId id, GraphId graph) {
  Execution& execution = run_.executions[id];
  if (execution.graph.valid() && run_.graphs.IsWithin(graph, execution.graph)) return true;
  const FunctionName name = ParseFunctionName(run_.strings[execution.op_type]);
  if (name.function.empty()) return false;
  if (execution.graph.valid() && CallsFunctions(execution.graph)) return true;
  // Calls under a gradient tape are recorded without their graph: its name is all there is.
  const std::string_view wanted = name.backward_graph.empty() ? name.function : name.backward_graph;
  for (GraphId around = graph; around.valid(); around = run_.graphs.graph(around).outer) {
    const std::string_view graph_name = run_.strings[run_.graphs.graph(around).name];
    if (graph_name != wanted && graph_name != name.function) continue;
    if (!execution.graph.valid() && graph_name == wanted) {
      execution.graph = around;
      execution.graph_guessed = true;
      guessed_ = true;
      run_.changes.Note(id);
    }
    return true;
  }
  return false;
}

// Whether the graph or one inside it reads from a call op. Those have no creation record, so which
// function is called is not known: it may be one that was traced inside another function.
bool RunBuilder::CallsFunctions(GraphId id) {
  const auto [it, added] = calls_functions_.try_emplace(id, false);
  if (!added) return it->second;
  bool calls = false;
  const store::Graph& graph = run_.graphs.graph(id);
  for (size_t i = 0; i < graph.ops.size() && !calls; ++i) {
    for (const store::InputRef& input : run_.graphs.op(graph.ops[i]).inputs) {
      calls = calls || !run_.graphs.FindOp(id, input.op).valid();
    }
  }
  for (size_t i = 0; i < graph.inner.size() && !calls; ++i) calls = CallsFunctions(graph.inner[i]);
  calls_functions_[id] = calls;
  return calls;
}

void RunBuilder::ReportMissing(const std::string& shown) {
  int64_t graphs = 0, ops = 0, frames = 0, places = 0;
  for (GraphId id : run_.graphs.graph_ids()) graphs += !run_.graphs.graph(id).recorded;
  for (OpId id : run_.graphs.op_ids()) ops += !run_.graphs.op(id).type.valid();
  for (FrameId id : Ids<FrameId>(run_.stacks.num_frames())) {
    const store::Frame& frame = run_.stacks.frame(id);
    frames += !frame.recorded;
    places += frame.recorded && !(frame.file.valid() && run_.sources[frame.file].path.valid());
  }
  const auto report = [&](std::string_view name, FileKind kind, int64_t count,
                          std::string_view text) {
    const std::string file = shown + "." + FileSuffix(kind);
    losses_.Remove(name, file);
    if (count > 0) losses_.Add(name, file, -1, text, count);
  };
  report("unrecorded_graph", FileKind::kGraphs, graphs,
         "graphs that others refer to, but that were never written");
  report("unrecorded_op", FileKind::kGraphs, ops,
         "ops whose tensors were traced, but whose creation was never written");
  report("unrecorded_frame", FileKind::kStackFrames, frames,
         "stack frames that are referred to, but were never written");
  report("unrecorded_source_file", FileKind::kSourceFiles, places,
         "stack frames whose source file was never written or is damaged");
}

}  // namespace tdbg::importers::tfdbg2
