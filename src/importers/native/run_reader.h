// Reads one run directory of a native trace into a store::Run, and goes on where it stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/importer.h"
#include "importers/native/definitions.h"
#include "importers/native/incidents.h"
#include "importers/native/segment_set.h"
#include "store/trace.h"

namespace tdbg::importers::native {

class RunReader {
 public:
  // Adds a run to the trace. `id` is the directory's name.
  RunReader(const std::string& directory, const std::string& id, const std::string& shown_prefix,
            store::Trace& trace);

  // Reads what is new. `progress` is told of the bytes of this run.
  Status Update(const Progress& progress);

 private:
  struct PendingExecution {
    uint32_t number = 0;
    bool recorded = false;
    format::ExecutionKind kind = format::ExecutionKind::kFunctionCall;
    int64_t time_ns = kNoTime;
    uint32_t graph = 0;
    uint32_t stack = 0;
    uint32_t name = 0;
  };
  struct KnownExecution {
    store::ExecutionId id;
    bool recorded = false;
  };
  struct StepMark {
    uint32_t first_execution = 0;
    int64_t step = 0;
  };

  void ReadSegments(format::SegmentKind kind, const std::function<void(uint64_t)>& report);
  void Read(const format::RecordView& record, uint32_t file, const OpenSegment& segment);
  bool AddRecord(const format::RecordView& record, uint32_t file, uint32_t thread);
  bool AddProcess(const format::RecordView& record);
  bool AddLoss(const format::RecordView& record);
  bool AddExecution(const format::RecordView& record);
  bool AddStep(const format::RecordView& record);
  bool AddEvent(const format::RecordView& record, uint32_t file);

  void PlaceExecutions(size_t first_new);
  void Complete(store::ExecutionId id, const PendingExecution& pending);
  void PlaceEvents(size_t first_new);
  void PlaceEvent(store::EventId event, uint32_t op_number);
  void PlaceSteps();
  void ReportDamage();

  store::Run* run_;
  store::LossLog& losses_;
  SegmentSet segments_;
  Definitions definitions_;
  Incidents incidents_;

  std::vector<PendingExecution> pending_executions_;
  ByNumber<KnownExecution> executions_;
  std::vector<bool> eager_;  // by ExecutionId
  std::vector<StepMark> step_marks_;
  // Of the events of this round, which get their places at its end.
  std::vector<uint32_t> op_numbers_;
  std::vector<uint32_t> execution_numbers_;
  int64_t unrecorded_ops_ = 0;
};

}  // namespace tdbg::importers::native
