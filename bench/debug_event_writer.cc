#include "bench/debug_event_writer.h"

#include <array>
#include <bit>

#include <protozero/pbf_writer.hpp>

namespace tdbg::bench {
namespace {

using protozero::pbf_writer;

constexpr std::string_view kHost = "trainer";
constexpr std::string_view kDevice = "/job:localhost/replica:0/task:0/device:CPU:0";
constexpr int kFloat = 1;  // TensorFlow's numbers of the element types
constexpr int kDouble = 2;

// Field numbers of DebugEvent's body.
enum Body : protozero::pbf_tag_type {
  kMetadata = 3,
  kSourceFile = 4,
  kStackFrame = 6,
  kOpCreation = 7,
  kGraph = 8,
  kExecution = 9,
  kTrace = 10,
  kDebuggedDevice = 12,
};

std::string Prefix(const std::string& directory, double start) {
  return directory + "/tfdbg_events." + std::to_string(static_cast<int64_t>(start)) + "." +
         std::string(kHost) + ".";
}

// `fill` gets the writer of the body.
template <typename Fill>
void Put(TfRecordWriter& file, std::string& event, double time, Body body, Fill fill) {
  event.clear();
  pbf_writer writer(event);
  writer.add_double(1, time);
  {
    pbf_writer inner(writer, body);
    fill(inner);
  }
  file.Append(event);
}

void PutString(pbf_writer& message, protozero::pbf_tag_type field, std::string_view text) {
  if (!text.empty()) message.add_string(field, text.data(), text.size());
}

void PutCodeLocation(pbf_writer& message, std::span<const std::string> stack) {
  pbf_writer location(message, 8);
  PutString(location, 1, kHost);
  for (const std::string& frame : stack) PutString(location, 2, frame);
}

void PutSummary(pbf_writer& message, protozero::pbf_tag_type field, DebugMode mode,
                double tensor_id, const ValueCounts& c) {
  const auto number = [](int64_t n) { return static_cast<double>(n); };
  std::array<double, 11> vector;
  size_t size = 0;
  if (mode == DebugMode::kFullHealth) {
    vector = {tensor_id,
              -1.0,
              kFloat,
              number(c.rank),
              number(c.elements),
              number(c.neg_inf),
              number(c.pos_inf),
              number(c.nan),
              number(c.negative),
              number(c.zero),
              number(c.positive)};
    size = 11;
  } else {
    vector = {tensor_id, number(c.elements), number(c.neg_inf), number(c.pos_inf), number(c.nan)};
    size = 5;
  }
  static_assert(std::endian::native == std::endian::little, "tensor_content is little-endian");
  pbf_writer tensor(message, field);
  tensor.add_enum(1, kDouble);
  {
    pbf_writer shape(tensor, 2);
    pbf_writer dim(shape, 2);
    dim.add_int64(1, static_cast<int64_t>(size));
  }
  tensor.add_bytes(4, reinterpret_cast<const char*>(vector.data()), size * sizeof(double));
}

}  // namespace

DebugEventWriter::DebugEventWriter(const std::string& directory, DebugMode mode, double start)
    : mode_(mode),
      metadata_(Prefix(directory, start) + "metadata"),
      source_files_(Prefix(directory, start) + "source_files"),
      stack_frames_(Prefix(directory, start) + "stack_frames"),
      graphs_(Prefix(directory, start) + "graphs"),
      execution_(Prefix(directory, start) + "execution"),
      traces_(Prefix(directory, start) + "graph_execution_traces") {
  Put(metadata_, event_, start, kMetadata, [](pbf_writer& body) {
    PutString(body, 1, "2.21.0");
    PutString(body, 2, "debug.Event:1");
    PutString(body, 3, "5eedbe9c");
  });
}

void DebugEventWriter::SourceFile(double time, std::string_view path,
                                  std::span<const std::string> lines) {
  Put(source_files_, event_, time, kSourceFile, [&](pbf_writer& body) {
    PutString(body, 1, path);
    PutString(body, 2, kHost);
    for (const std::string& line : lines) body.add_string(3, line);
  });
}

void DebugEventWriter::StackFrame(double time, std::string_view id, int file_index, int line,
                                  std::string_view function) {
  Put(stack_frames_, event_, time, kStackFrame, [&](pbf_writer& body) {
    PutString(body, 1, id);
    pbf_writer place(body, 2);
    place.add_int32(1, file_index);
    place.add_int32(2, line);
    PutString(place, 4, function);
  });
}

void DebugEventWriter::Graph(double time, std::string_view id, std::string_view name,
                             std::string_view outer_id) {
  Put(graphs_, event_, time, kGraph, [&](pbf_writer& body) {
    PutString(body, 1, id);
    PutString(body, 2, name);
    PutString(body, 6, outer_id);
  });
}

void DebugEventWriter::Device(double time) {
  Put(graphs_, event_, time, kDebuggedDevice, [](pbf_writer& body) {
    PutString(body, 1, kDevice);
    body.add_int32(2, 1);
  });
}

void DebugEventWriter::Op(double time, const OpCreation& op) {
  Put(graphs_, event_, time, kOpCreation, [&](pbf_writer& body) {
    PutString(body, 1, op.type);
    PutString(body, 2, op.name);
    PutString(body, 3, op.graph_name);
    PutString(body, 4, op.graph_id);
    for (const std::string& input : op.input_names) PutString(body, 6, input);
    if (!op.output_tensor_ids.empty()) {
      body.add_int32(7, static_cast<int32_t>(op.output_tensor_ids.size()));
    }
    PutCodeLocation(body, op.stack);
    body.add_packed_int32(9, op.output_tensor_ids.begin(), op.output_tensor_ids.end());
  });
}

void DebugEventWriter::Execution(double time, const ExecutionEvent& execution) {
  Put(execution_, event_, time, kExecution, [&](pbf_writer& body) {
    PutString(body, 1, execution.op_type);
    const std::vector<int32_t> devices(execution.output_tensor_ids.size(), 1);
    if (!devices.empty()) body.add_int32(2, static_cast<int32_t>(devices.size()));
    PutString(body, 3, execution.graph_id);
    body.add_packed_int64(4, execution.input_tensor_ids.begin(), execution.input_tensor_ids.end());
    body.add_packed_int64(5, execution.output_tensor_ids.begin(),
                          execution.output_tensor_ids.end());
    body.add_enum(6, static_cast<int>(mode_));
    for (const ValueCounts& output : execution.outputs) PutSummary(body, 7, mode_, -1.0, output);
    PutCodeLocation(body, execution.stack);
    body.add_packed_int32(9, devices.begin(), devices.end());
  });
}

void DebugEventWriter::Trace(double time, std::string_view graph_id, std::string_view op_name,
                             int slot, int32_t tensor_id, const ValueCounts& counts) {
  Put(traces_, event_, time, kTrace, [&](pbf_writer& body) {
    PutString(body, 1, graph_id);
    PutString(body, 2, op_name);
    if (slot != 0) body.add_int32(3, slot);
    body.add_enum(4, static_cast<int>(mode_));
    PutSummary(body, 5, mode_, tensor_id, counts);
    PutString(body, 6, kDevice);
  });
}

Status DebugEventWriter::Close() {
  for (TfRecordWriter* file :
       {&metadata_, &source_files_, &stack_frames_, &graphs_, &execution_, &traces_}) {
    TDBG_RETURN_IF_ERROR(file->Close());
  }
  return Status::Ok();
}

uint64_t DebugEventWriter::bytes() const {
  uint64_t sum = 0;
  for (const TfRecordWriter* file :
       {&metadata_, &source_files_, &stack_frames_, &graphs_, &execution_, &traces_}) {
    sum += file->bytes();
  }
  return sum;
}

}  // namespace tdbg::bench
