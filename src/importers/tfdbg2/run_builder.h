// Turns decoded tfdbg2 records of one run into rows of a store::Run.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/tfdbg2/debug_event.h"
#include "importers/tfdbg2/file_set.h"
#include "store/trace.h"

namespace tdbg::importers::tfdbg2 {

// One writing process: its file indices and device numbers are its own.
struct WriterState {
  std::vector<store::SourceFileId> source_files;  // by file_index
  std::unordered_map<int64_t, store::DeviceId> devices;
  // Frames read before the source file they point to, executions before a device of theirs.
  std::vector<std::pair<store::FrameId, int64_t>> frames_without_file;
  std::vector<std::pair<store::ExecutionId, std::vector<int64_t>>> executions_without_device;
};

// Records may come in any order; whatever is only mentioned gets a bare entry that its own record
// completes later. Problems go to the trace's losses under the file's shown name.
class RunBuilder {
 public:
  RunBuilder(store::Run& run, store::LossLog& losses) : run_(run), losses_(losses) {}

  // A round of reading begins.
  void Begin() { run_.changes.Begin(run_.events.size(), run_.executions.size()); }

  // `file` is the number under which the value source knows the file.
  void AddRecord(const LogFile::Record& record, LogFile& log, uint32_t file, WriterState& writer);

  // After a round of reading: traces to executions, frames to files, executions to devices.
  void Link(std::vector<WriterState*> writers);

  // References to what was never recorded. Replaces what the last call reported.
  void ReportMissing(const std::string& shown);

  // Where the text of a source file lies.
  struct SourcePlace {
    uint32_t file = 0;
    std::string_view body;
  };
  const std::unordered_map<store::SourceFileId, SourcePlace>& source_places() const {
    return source_places_;
  }

 private:
  void AddSourceFile(const SourceFileRecord& record, std::string_view body, uint32_t file,
                     WriterState& writer);
  void AddFrame(const StackFrameRecord& record, WriterState& writer);
  void AddOp(const OpCreation& record, int64_t time_ns);
  bool AddGraph(const GraphRecord& record, int64_t time_ns);  // false: its place is impossible
  void AddExecution(const ExecutionRecord& record, int64_t time_ns, const LogFile::Record& where,
                    LogFile& log, uint32_t file, WriterState& writer);
  void AddTrace(const TraceRecord& record, int64_t time_ns, const LogFile::Record& where,
                LogFile& log, uint32_t file);

  store::GraphId GraphOf(std::string_view key);
  store::DeviceId DeviceOf(std::string_view name);
  store::StackId StackOf(const CodeLocation& location);
  store::FrameId FrameOf(std::string_view key);
  // Fills detail, dtype and badness of `event` from the recorded tensor.
  void DescribeTensor(std::string_view proto, int64_t mode, const LogFile::Record& where,
                      LogFile& log, store::TensorEvent& event);
  // True if the devices of all numbers are known by now.
  bool SetDevices(store::ExecutionId execution, const std::vector<int64_t>& numbers,
                  const WriterState& writer);
  void LinkTraces();
  bool OrderExecutions();
  void AskRefusedAgain();
  void LinkUnlinked();
  void LinkBackwardCalls();
  bool Owns(store::ExecutionId execution, store::GraphId graph);
  bool CallsFunctions(store::GraphId graph);

  store::Run& run_;
  store::LossLog& losses_;
  std::unordered_map<StringId, store::FrameId> frames_;
  std::unordered_map<store::SourceFileId, SourcePlace> source_places_;
  std::vector<store::ExecutionId> by_time_;
  std::vector<store::EventId> unlinked_traces_;     // before the execution that comes next
  std::vector<store::EventId> refused_traces_;      // that one is there, and is not theirs
  bool guessed_ = false;                            // the graph of an execution, from its traces
  uint64_t graphs_seen_ = 0;                        // for refused_traces_ and calls_functions_
  std::vector<store::ExecutionId> backward_calls_;  // whose graph was not found yet
  std::unordered_map<store::GraphId, bool> calls_functions_;
  // The last graph and device asked for: traces come in runs of the same.
  std::string_view last_graph_key_, last_device_name_;
  store::GraphId last_graph_;
  store::DeviceId last_device_;
};

}  // namespace tdbg::importers::tfdbg2
