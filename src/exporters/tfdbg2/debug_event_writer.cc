#include "exporters/tfdbg2/debug_event_writer.h"

#include <algorithm>
#include <cstdio>

#include "exporters/tfdbg2/wire.h"

namespace tdbg::exporters::tfdbg2 {
namespace {

// Field numbers of DebugEvent's body.
enum Body : protozero::pbf_tag_type {
  kMetadata = 3,
  kSourceFile = 4,
  kStackFrame = 6,
  kOpCreation = 7,
  kGraph = 8,
  kExecution = 9,
  kTrace = 10,
  kDevice = 12,
};

std::string PathOf(const FileSetName& name, const char* suffix) {
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%010lld", static_cast<long long>(name.seconds));
  std::string host = name.host;
  std::replace(host.begin(), host.end(), '/', '_');
  return name.directory + "/tfdbg_events." + seconds + "." + host + "." + suffix;
}

// `fill` gets the writer of the body.
template <typename Fill>
void Put(TfRecordFile& file, std::string& event, double time, Body body, Fill fill) {
  event.clear();
  WireWriter writer(event);
  writer.add_double(1, time);
  {
    WireWriter inner(writer, body);
    fill(inner);
  }
  file.Append(event);
}

void PutLocation(WireWriter& message, const CodeLocation& location) {
  WireWriter inner(message, 8);
  PutText(inner, 1, location.host);
  for (const std::string& frame : location.frame_ids) AddText(inner, 2, frame);
}

}  // namespace

DebugEventWriter::DebugEventWriter(const FileSetName& name, double start)
    : metadata_(PathOf(name, "metadata")),
      source_files_(PathOf(name, "source_files")),
      stack_frames_(PathOf(name, "stack_frames")),
      graphs_(PathOf(name, "graphs")),
      traces_(PathOf(name, "graph_execution_traces")),
      execution_(PathOf(name, "execution")) {
  Put(metadata_, event_, start, kMetadata, [&](WireWriter& body) {
    PutText(body, 1, name.tensorflow_version);
    PutText(body, 2, "debug.Event:1");
    PutText(body, 3, name.run_id);
  });
}

void DebugEventWriter::SourceFile(double time, std::string_view path, std::string_view host,
                                  std::span<const std::string> lines) {
  Put(source_files_, event_, time, kSourceFile, [&](WireWriter& body) {
    AddText(body, 1, path);  // even without one, it takes its place in the file
    PutText(body, 2, host);
    for (const std::string& line : lines) AddText(body, 3, line);
  });
}

void DebugEventWriter::StackFrame(double time, std::string_view id, int32_t file_index,
                                  int32_t line, std::string_view function) {
  Put(stack_frames_, event_, time, kStackFrame, [&](WireWriter& body) {
    PutText(body, 1, id);
    WireWriter place(body, 2);
    place.add_int32(1, file_index);
    place.add_int32(2, line);
    PutText(place, 4, function);
  });
}

void DebugEventWriter::Graph(double time, std::string_view id, std::string_view name,
                             std::string_view outer_id) {
  Put(graphs_, event_, time, kGraph, [&](WireWriter& body) {
    PutText(body, 1, id);
    PutText(body, 2, name);
    PutText(body, 6, outer_id);
  });
}

void DebugEventWriter::Device(double time, int32_t id, std::string_view name) {
  Put(graphs_, event_, time, kDevice, [&](WireWriter& body) {
    PutText(body, 1, name);
    body.add_int32(2, id);
  });
}

void DebugEventWriter::Op(double time, const OpCreation& op) {
  Put(graphs_, event_, time, kOpCreation, [&](WireWriter& body) {
    PutText(body, 1, op.type);
    PutText(body, 2, op.name);
    PutText(body, 3, op.graph_name);
    PutText(body, 4, op.graph_id);
    PutText(body, 5, op.device);
    for (const std::string& input : op.inputs) AddText(body, 6, input);
    if (!op.output_tensor_ids.empty()) {
      body.add_int32(7, static_cast<int32_t>(op.output_tensor_ids.size()));
    }
    PutLocation(body, op.location);
    body.add_packed_int32(9, op.output_tensor_ids.begin(), op.output_tensor_ids.end());
  });
}

void DebugEventWriter::Execution(double time, const ExecutionEvent& execution) {
  Put(execution_, event_, time, kExecution, [&](WireWriter& body) {
    PutText(body, 1, execution.op_type);
    if (execution.num_outputs != 0) body.add_int32(2, execution.num_outputs);
    PutText(body, 3, execution.graph_id);
    const auto put_ids = [&](protozero::pbf_tag_type field, std::span<const int64_t> ids) {
      body.add_packed_int64(field, ids.begin(), ids.end());
    };
    put_ids(4, execution.input_tensor_ids);
    put_ids(5, execution.output_tensor_ids);
    body.add_enum(6, TensorFlowMode(execution.mode));
    for (const std::string& tensor : execution.tensors) body.add_message(7, tensor);
    PutLocation(body, execution.location);
    body.add_packed_int32(9, execution.output_devices.begin(), execution.output_devices.end());
  });
}

void DebugEventWriter::Trace(double time, const TraceEvent& trace) {
  Put(traces_, event_, time, kTrace, [&](WireWriter& body) {
    PutText(body, 1, trace.graph_id);
    PutText(body, 2, trace.op_name);
    if (trace.slot != 0) body.add_int32(3, trace.slot);
    body.add_enum(4, TensorFlowMode(trace.mode));
    body.add_message(5, trace.tensor);
    PutText(body, 6, trace.device);
  });
}

Status DebugEventWriter::Flush() {
  for (TfRecordFile* file :
       {&metadata_, &source_files_, &stack_frames_, &graphs_, &traces_, &execution_}) {
    TDBG_RETURN_IF_ERROR(file->Flush());
  }
  return Status::Ok();
}

uint64_t DebugEventWriter::bytes() const {
  return metadata_.bytes() + source_files_.bytes() + stack_frames_.bytes() + graphs_.bytes() +
         traces_.bytes() + execution_.bytes();
}

}  // namespace tdbg::exporters::tfdbg2
