// Encodes tfdbg2 events and writes them as one file set of a logdir. Knows the messages and the
// order that TensorFlow's reader needs; knows nothing of the program that the events tell about.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "bench/tfrecord_writer.h"

namespace tdbg::bench {

// TensorFlow's numbers of tensor_debug_mode.
enum class DebugMode : int { kConciseHealth = 3, kFullHealth = 4 };

// What one tensor holds, as far as the health modes can tell.
struct ValueCounts {
  int rank = 0;
  int64_t elements = 0;
  int64_t neg_inf = 0;
  int64_t pos_inf = 0;
  int64_t nan = 0;
  int64_t negative = 0;
  int64_t zero = 0;
  int64_t positive = 0;

  int64_t bad() const { return neg_inf + pos_inf + nan; }
};

struct OpCreation {
  std::string_view type;
  std::string_view name;
  std::string_view graph_name;
  std::string_view graph_id;
  std::span<const std::string> input_names;
  std::span<const int32_t> output_tensor_ids;
  std::span<const std::string> stack;  // frame ids, outermost first
};

struct ExecutionEvent {
  std::string_view op_type;
  std::string_view graph_id;  // empty for an eager op
  std::span<const int64_t> input_tensor_ids;
  std::span<const int64_t> output_tensor_ids;
  std::span<const ValueCounts> outputs;  // fewer than ids where an output is a resource
  std::span<const std::string> stack;
};

class DebugEventWriter {
 public:
  // Writes into the existing folder `directory`. `start` is in seconds since the epoch.
  DebugEventWriter(const std::string& directory, DebugMode mode, double start);

  void SourceFile(double time, std::string_view path, std::span<const std::string> lines);
  void StackFrame(double time, std::string_view id, int file_index, int line,
                  std::string_view function);
  void Graph(double time, std::string_view id, std::string_view name, std::string_view outer_id);
  void Device(double time);  // the one device, number 1
  void Op(double time, const OpCreation& op);
  void Execution(double time, const ExecutionEvent& execution);
  void Trace(double time, std::string_view graph_id, std::string_view op_name, int slot,
             int32_t tensor_id, const ValueCounts& counts);

  Status Close();
  uint64_t bytes() const;

 private:
  DebugMode mode_;
  TfRecordWriter metadata_;
  TfRecordWriter source_files_;
  TfRecordWriter stack_frames_;
  TfRecordWriter graphs_;
  TfRecordWriter execution_;
  TfRecordWriter traces_;
  std::string event_;  // reused, so that a million traces do not allocate a million times
};

}  // namespace tdbg::bench
