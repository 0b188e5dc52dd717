// The executions of a native run: records of their begins, ends and steps, put in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "importers/native/by_number.h"
#include "importers/native/definitions.h"
#include "store/run.h"

namespace tdbg::importers::native {

// What an eager op's execution made as its output `slot`; invalid where that was not recorded.
store::EventId EagerEvent(const store::Run& run, store::ExecutionId id, uint32_t slot);

class Executions {
 public:
  Executions(store::Run& run, Definitions& definitions) : run_(run), definitions_(definitions) {}

  // False if the record makes no sense. `thread` is the number of the thread that wrote it.
  bool AddBegin(const format::RecordView& record, uint32_t thread);
  bool AddEnd(const format::RecordView& record);
  bool AddStep(const format::RecordView& record);

  // Gives all executions that were added since the last call their places in the run. Executions
  // without a record of their own, which events name by the numbers in `mentioned`, get bare
  // entries.
  void Place(std::span<const uint32_t> mentioned);
  // Decides which step each execution belongs to. To be called when events have their places, too.
  void PlaceSteps();

  // Invalid for 0 and for what was never spoken of.
  store::ExecutionId Find(uint32_t number) const;
  bool IsEager(store::ExecutionId id) const { return id.valid() && eager_[id.index()]; }

  // No event of the execution has a smaller id; for an invalid one, of none.
  store::EventId FirstEvent(store::ExecutionId id) const {
    return id.valid() ? first_event_[id.index()] : store::EventId(0);
  }
  void NoteEvent(store::ExecutionId id, store::EventId event) {
    if (id.valid() && !first_event_[id.index()].valid()) first_event_[id.index()] = event;
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
    uint32_t thread = 0;
  };
  struct End {
    uint32_t number = 0;
    int64_t time_ns = kNoTime;
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

  store::ExecutionId Append();
  void PlaceStep(uint32_t number, const Known& known);
  void Complete(store::ExecutionId id, const Begin& begin);

  store::Run& run_;
  Definitions& definitions_;
  std::vector<Begin> begins_;
  std::vector<End> ends_;
  ByNumber<Known> known_;
  std::vector<bool> eager_;                  // by ExecutionId
  std::vector<store::EventId> first_event_;  // likewise; invalid while there is none
  std::vector<uint32_t> placed_;             // numbers that wait for their steps
  std::vector<StepMark> step_marks_;         // by execution
  std::vector<StepMark> new_marks_;
};

}  // namespace tdbg::importers::native
