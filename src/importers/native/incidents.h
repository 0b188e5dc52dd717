// What was recorded around a bad value that was born and around an op that failed.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "format/records.h"
#include "importers/native/definitions.h"
#include "importers/native/event_record.h"
#include "importers/native/executions.h"
#include "store/run.h"

namespace tdbg::importers::native {

// Gathers incidents with their operands while segments are read, and puts them into the run when
// its events have their places: verdicts, stacks, failures, and the operands' values, each at the
// event of the op that made it.
class Incidents {
 public:
  Incidents(store::Run& run, Definitions& definitions) : run_(run), definitions_(definitions) {}

  // Both false if the record makes no sense. An operand belongs to the last incident of the thread.
  bool Add(const format::RecordView& record, uint32_t file, uint32_t thread);
  bool AddOperand(const format::RecordView& record, uint32_t file, uint32_t thread);

  void Settle(Executions& executions);

 private:
  struct Operand {
    EventRow row;  // its slot says which input of the op it is
    store::OpId op;
    int32_t slot = 0;
    size_t asked = SIZE_MAX;  // position of the question where it was recorded
  };
  struct Incident {
    format::IncidentRecord record;
    store::Payload payload;
    std::vector<Operand> operands;
    bool settled = false;  // only operands have come since
    store::EventId event;
    store::ExecutionId execution;
    store::OpId op;
    size_t asked = SIZE_MAX;
  };
  // The last event of an output in an execution, not after a moment.
  struct Question {
    store::OpId op;
    int32_t slot = 0;
    store::ExecutionId execution;
    int64_t time_ns = 0;
    store::EventId answer;
  };

  static bool IsFromOutside(const Incident& incident);
  size_t Ask(Question question);
  void Answer(const Executions& executions);
  void LeaveForgotten(Incident& incident) const;
  void Locate(Incident& incident);
  void LocateOperand(const Incident& incident, Operand& operand);
  store::DeviceId DeviceOf(const Incident& incident) const;
  void Apply(Incident& incident, Executions& executions);
  store::EventId ApplyOperand(const Incident& incident, const Operand& operand);

  store::Run& run_;
  Definitions& definitions_;
  std::vector<Incident> incidents_;
  std::unordered_map<uint32_t, size_t> last_of_thread_;
  std::vector<Question> questions_;
  int64_t first_from_outside_ns_ = INT64_MAX;  // of the incidents so far
  size_t gaps_ = 0;                            // operands before others that were not recorded
};

}  // namespace tdbg::importers::native
