// One run of this process: everything behind the C functions. Never destroyed, for framework
// threads outlive main().
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/own_descriptor.h"
#include "base/status.h"
#include "capture/background.h"
#include "capture/definitions.h"
#include "capture/eager_values.h"
#include "capture/gate.h"
#include "capture/incident_limits.h"
#include "capture/inherited_definitions.h"
#include "capture/losses.h"
#include "capture/magnitudes.h"
#include "capture/op_recorder.h"
#include "capture/op_table.h"
#include "capture/own_table.h"
#include "capture/plan.h"
#include "capture/settings.h"
#include "capture/steps.h"
#include "capture/thread_log.h"
#include "tdbg/capture.h"

namespace tdbg::capture {

class Recorder final : private StreamOwner {
 public:
  // `recording` as Plan has it. Borrowed, for ever.
  Recorder(Settings settings, uint32_t* recording, OpTable& ops, Definitions& definitions)
      : plan_(std::move(settings), recording), ops_(ops), definitions_(definitions) {}

  // Once. `trace_directory` is made if it is not there; `control` is the debugger's socket or
  // empty. In a forked process `parent` says where the definitions so far were recorded. Where that
  // fails, it is said in the trace as well as it can be.
  Status Start(const std::string& trace_directory, const std::string& control,
               const MetaSegments* parent = nullptr);

  // "run-PID-START", as its folder is called.
  std::string name() const;

  // In the child of a fork: nothing of the parent's is used any more.
  void AbandonInChild() { gate_.CloseInChild(); }
  // What was recorded of definitions. Under their lock, or in the child of a fork.
  MetaSegments meta() const;

  // Once. Seals everything and writes the losses down; says on stderr if something was lost.
  void Stop();

  Status Set(std::string_view key, std::string_view value);
  void SetEnabled(bool enabled);

  Plan& plan() { return plan_; }
  Definitions& definitions() { return definitions_; }
  bool raises() const { return plan_.now().raises(); }
  Losses& losses() { return losses_; }

  uint64_t ExecutionBegins(ThreadLog& log, const tdbg_execution& execution);
  void ExecutionEnds(ThreadLog& log, uint64_t execution, uint32_t flags);
  void ProgramSaysStep(ThreadLog& log, int64_t step);

  uint32_t PlanOf(uint32_t op);
  uint32_t BoundOf(uint32_t growth, std::span<const tdbg_tensor> inputs) const {
    return magnitudes_.BoundOf(growth, inputs);
  }
  void MemoryFreed(const void* data) {
    magnitudes_.Forget(data);
    if (eager_values_.follows()) eager_values_.Forget(data);
  }
  void OpDone(ThreadLog& log, const tdbg_op_run& run);
  void OpFailed(ThreadLog& log, const tdbg_op_run& run, std::string_view message);
  void BadConstantRead(const tdbg_op_run& run, uint32_t input, std::string_view name);

  // The log of the calling thread, from its first record to its end. nullptr if there is no memory.
  ThreadLog* AcquireLog();
  void ReleaseLog(ThreadLog* log) { logs_->Release(log); }

 private:
  void SegmentTaken() override { background_.Wake(); }
  void Failed(const Status& why) override;

  void Record(ThreadLog& log, const tdbg_op_run& run);
  // Lets the op fail for what it made, unless it only hands that on.
  // Tells the debugger, and holds the thread if it wants that. `execution` and `op`: what runs now.
  void TellBirth(const OpRecorder::Incident& incident, uint64_t execution, uint32_t op);
  void Raise(ThreadLog& log, const tdbg_op_run& run, const OpState& op, uint32_t slot);
  // The debugger wants the next thread that has run an op.
  void RecordAndHold(ThreadLog& log, const tdbg_op_run& run);

  Status Begin(const Settings& settings, const std::string& control, const MetaSegments* parent);
  static void Round(void* self);
  // Counts as losses what others cut, replaced or deleted of our files, and a closed control line.
  void CountHarm();
  void PrepareSegments();
  void RecordProcess(const Settings& settings);
  void WaitForWriters();
  void RecordStep(ThreadLog& log, int64_t ended);

  OwnTable table_;
  Plan plan_;
  Losses losses_;
  Steps steps_;
  OpTable& ops_;
  Definitions& definitions_;
  IncidentLimits limits_;
  Magnitudes magnitudes_;
  EagerValues eager_values_;
  Gate gate_{table_};
  OpRecorder op_recorder_{
      {definitions_, losses_, plan_, steps_, limits_, magnitudes_, eager_values_}};

  std::atomic<uint64_t> executions_{0};
  std::atomic<int64_t> birth_step_{kNoStep};  // the debugger wants to know when it has ended

  SegmentStore* store_ = nullptr;
  ThreadLogs* logs_ = nullptr;
  SegmentStream* meta_ = nullptr;
  Background background_;
  uint64_t cuts_counted_ = 0;
  bool line_counted_ = false;
  std::optional<FileIdentity> standard_error_;  // as it was found

  static constexpr int64_t kNoStep = INT64_MIN;
};

}  // namespace tdbg::capture
