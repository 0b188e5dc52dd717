// Writes one run of a store as a tfdbg2 logdir that TensorFlow's reader and TensorBoard open.
//
// What mentions something that was not recorded yet (an op whose graph is to come) waits for it.
// Finish writes what still waits as far as it is known, so that nothing in the logdir points
// nowhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "exporters/exporter.h"
#include "exporters/tfdbg2/debug_event_writer.h"
#include "exporters/tfdbg2/debug_tensor.h"
#include "exporters/tfdbg2/graph_exporter.h"
#include "exporters/tfdbg2/stack_exporter.h"
#include "store/run.h"

namespace tdbg::exporters::tfdbg2 {

class RunExporter : public Exporter {
 public:
  // `directory` must exist and hold no files of this run. Whole values are written as values if
  // `values` says so or the run was recorded in mode full_tensor, and else as statistics:
  // TensorFlow's monitor, and TensorBoard with it, hangs on any value that it meets.
  RunExporter(std::string directory, bool values)
      : directory_(std::move(directory)), values_(values) {}

  Status Update(const store::Run& run) override { return Write(run, false); }
  Status Finish(const store::Run& run, std::span<const JudgedEvent>) override {
    return Write(run, true);
  }
  int64_t summarised_values() const override { return summarised_values_; }

 private:
  Status Write(const store::Run& run, bool last);
  void StartFiles(const store::Run& run);
  bool WriteTrace(const store::Run& run, store::EventId id);
  void WriteExecution(const store::Run& run, store::ExecutionId id);
  void NoteEventTimes(const store::Run& run);
  // What is known of the event's tensor, with its value if that was recorded and `values` asks for
  // it.
  TensorToWrite Know(const store::Run& run, store::EventId event, bool value_wanted);
  bool WantsValues(const store::Run& run) const;

  std::string directory_;
  bool values_;
  std::unique_ptr<DebugEventWriter> writer_;
  size_t hosts_ = 0;  // that have a set of files
  StackExporter stacks_;
  GraphExporter graphs_;
  WrittenRows<store::EventId> traces_;
  size_t executions_ = 0;
  size_t timed_events_ = 0;
  std::vector<int64_t> last_event_ns_;  // by execution
  int64_t summarised_values_ = 0;
};

}  // namespace tdbg::exporters::tfdbg2
