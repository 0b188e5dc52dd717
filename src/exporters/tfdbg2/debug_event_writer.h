// Encodes tfdbg2 events and writes them as one file set of a logdir. Knows the messages; in which
// order they must come for TensorFlow's reader is the caller's to know: source files before the
// frames in them, frames before what was called from them, outer graphs before inner ones, graphs
// before their ops, ops before their traces.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "exporters/tfdbg2/tfrecord_file.h"
#include "vocabulary/detail.h"

namespace tdbg::exporters::tfdbg2 {

// Where a set of files lies and which run it is of.
struct FileSetName {
  std::string directory;  // must exist
  int64_t seconds = 0;    // of the start: sets are in the order of their names
  std::string host;       // as a part of file names: '/' is replaced
  std::string tensorflow_version;
  std::string run_id;
};

struct CodeLocation {
  std::string_view host;
  std::span<const std::string> frame_ids;  // outermost first
};

struct OpCreation {
  std::string_view type;
  std::string_view name;
  std::string_view graph_name;
  std::string_view graph_id;
  std::string_view device;
  std::span<const std::string> inputs;  // "op:slot"
  std::span<const int32_t> output_tensor_ids;
  CodeLocation location;
};

struct ExecutionEvent {
  std::string_view op_type;
  std::string_view graph_id;  // empty for an eager op
  int32_t num_outputs = 0;
  std::span<const int64_t> input_tensor_ids;
  std::span<const int64_t> output_tensor_ids;
  Detail mode = Detail::kNoTensor;
  std::span<const std::string> tensors;  // TensorProto bytes; empty where nothing is known
  CodeLocation location;
  std::span<const int32_t> output_devices;
};

struct TraceEvent {
  std::string_view graph_id;
  std::string_view op_name;
  int32_t slot = 0;
  Detail mode = Detail::kNoTensor;
  std::string_view tensor;  // TensorProto bytes
  std::string_view device;
};

// Times are in seconds since the epoch.
class DebugEventWriter {
 public:
  DebugEventWriter(const FileSetName& name, double start);

  void SourceFile(double time, std::string_view path, std::string_view host,
                  std::span<const std::string> lines);
  void StackFrame(double time, std::string_view id, int32_t file_index, int32_t line,
                  std::string_view function);
  void Graph(double time, std::string_view id, std::string_view name, std::string_view outer_id);
  void Device(double time, int32_t id, std::string_view name);
  void Op(double time, const OpCreation& op);
  void Execution(double time, const ExecutionEvent& execution);
  void Trace(double time, const TraceEvent& trace);

  // Everything so far reaches the files, what is referred to first.
  Status Flush();

  uint64_t bytes() const;

 private:
  TfRecordFile metadata_;
  TfRecordFile source_files_;
  TfRecordFile stack_frames_;
  TfRecordFile graphs_;
  TfRecordFile traces_;
  TfRecordFile execution_;
  std::string event_;  // reused, so that a million traces do not allocate a million times
};

}  // namespace tdbg::exporters::tfdbg2
