// The messages inside a tfdbg2 logdir, decoded one at a time. Views point into the bytes parsed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::importers::tfdbg2 {

enum class EventKind {
  kUnknown,  // nothing we know: a newer writer
  kMetadata,
  kSourceFile,
  kStackFrame,
  kOpCreation,
  kGraph,
  kExecution,
  kTrace,
  kDevice,
};

struct DebugEvent {
  double wall_time = 0;  // seconds
  EventKind kind = EventKind::kUnknown;
  std::string_view body;
};

struct Metadata {
  std::string_view tensorflow_version;
  std::string_view file_version;
  std::string_view run_id;
};

struct SourceFileRecord {
  std::string_view path;
  std::string_view host;
  int64_t num_lines = 0;
};

struct StackFrameRecord {
  std::string_view id;
  int64_t file_index = 0;
  int64_t line = 0;
  std::string_view function;
};

struct CodeLocation {
  std::string_view host;
  std::vector<std::string_view> frame_ids;  // outermost first
};

struct OpCreation {
  std::string_view op_type;
  std::string_view op_name;
  std::string_view graph_name;
  std::string_view graph_id;
  std::string_view device;
  std::vector<std::string_view> inputs;  // "op:slot"
  int32_t num_outputs = 0;
  CodeLocation location;
  std::vector<int64_t> output_tensor_ids;
};

struct GraphRecord {
  std::string_view id;
  std::string_view name;
  std::string_view outer_id;
};

struct DeviceRecord {
  std::string_view name;
  int64_t id = 0;
};

struct ExecutionRecord {
  std::string_view op_type;
  int32_t num_outputs = 0;
  std::string_view graph_id;
  std::vector<int64_t> input_tensor_ids;
  std::vector<int64_t> output_tensor_ids;
  int64_t mode = 0;
  std::vector<std::string_view> tensors;  // TensorProto bytes; empty for "not recorded"
  CodeLocation location;
  std::vector<int64_t> output_device_ids;
};

struct TraceRecord {
  std::string_view graph_id;
  std::string_view op_name;
  int32_t slot = 0;
  int64_t mode = 0;
  std::string_view tensor;  // TensorProto bytes
  std::string_view device;
};

Result<DebugEvent> ParseDebugEvent(std::string_view bytes);

// One for each kind; each takes the event's body.
Result<Metadata> ParseMetadata(std::string_view body);
Result<SourceFileRecord> ParseSourceFile(std::string_view body);
Result<StackFrameRecord> ParseStackFrame(std::string_view body);
Result<OpCreation> ParseOpCreation(std::string_view body);
Result<GraphRecord> ParseGraph(std::string_view body);
Result<DeviceRecord> ParseDevice(std::string_view body);
Result<ExecutionRecord> ParseExecution(std::string_view body);
Result<TraceRecord> ParseTrace(std::string_view body);

// The recorded text of a source file.
Result<std::vector<std::string_view>> ParseSourceLines(std::string_view body);

}  // namespace tdbg::importers::tfdbg2
