// The executions of a native run: records of their begins, ends and steps, put in order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/by_row.h"
#include "importers/native/by_number.h"
#include "importers/native/definitions.h"
#include "store/run.h"

namespace tdbg::importers::native {

// What an eager op's execution made as its output `slot`; invalid where that was not recorded.
store::EventId EagerEvent(const store::Run& run, store::ExecutionId id, uint32_t slot);

class Executions {
 public:
  Executions(store::Run& run, Definitions& definitions) : run_(run), definitions_(definitions) {}

  // False if the record makes no sense.
  // `thread` is the number of the thread that wrote it, `file` that of its segment.
  bool AddBegin(const format::RecordView& record, uint32_t file, uint32_t thread);
  bool AddEnd(const format::RecordView& record);
  bool AddStep(const format::RecordView& record);

  // Gives all executions that were added since the last call their places in the run. Executions
  // without a record of their own, which events name by the numbers in `mentioned`, get bare
  // entries.
  void Place(std::span<const uint32_t> mentioned);
  // Decides which step each execution belongs to. To be called when events have their places, too.
  void PlaceSteps();

  // To be called when the run has forgotten events. Forgets executions of which no event and no
  // segment is there any more.
  void Forget(const std::function<bool(uint32_t file)>& is_there);

  // Invalid for 0, for what was never spoken of, and for what was forgotten.
  store::ExecutionId Find(uint32_t number) const;
  bool IsEager(store::ExecutionId id) const { return id.valid() && noted_[id].eager; }

  // No event of the execution has a smaller id; for an invalid one, of none.
  store::EventId FirstEvent(store::ExecutionId id) const {
    return id.valid() ? noted_[id].first_event : store::EventId(0);
  }
  void NoteEvent(store::ExecutionId id, store::EventId event) {
    if (id.valid() && !noted_[id].first_event.valid()) noted_[id].first_event = event;
  }

 private:
  struct Begin {
    uint32_t number = 0;
    bool recorded = false;
    format::ExecutionKind kind = format::ExecutionKind::kFunctionCall;
    int64_t time_ns = kNoTime;
    uint32_t graph = 0;
    uint32_t stack = 0;
    uint32_t name = 0;
    uint32_t file = 0;
    uint32_t thread = 0;
  };
  struct End {
    uint32_t number = 0;
    int64_t time_ns = kNoTime;
    bool failed = false;
  };
  struct Known {
    store::ExecutionId id;
    bool recorded = false;
    bool session_run = false;
  };
  struct StepMark {
    uint32_t first_execution = 0;
    int64_t step = 0;
  };
  struct Noted {
    store::EventId first_event;  // invalid while there is none
    uint32_t file = kNoFile;     // of its record
    bool eager = false;
  };
  static constexpr uint32_t kNoFile = UINT32_MAX;

  store::ExecutionId Append();
  void PlaceStep(uint32_t number, const Known& known);
  void ForgetStepMarks();
  void Complete(store::ExecutionId id, const Begin& begin);

  store::Run& run_;
  Definitions& definitions_;
  std::vector<Begin> begins_;
  std::vector<End> ends_;
  ByNumber<Known> known_;
  ByRow<store::ExecutionId, Noted> noted_;
  std::vector<uint32_t> placed_;      // numbers that wait for their steps
  std::vector<StepMark> step_marks_;  // by execution
  std::vector<StepMark> new_marks_;
};

}  // namespace tdbg::importers::native
