// How much is recorded of bad values and failed ops: enough to explain them, and bounded when all
// turns bad.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "capture/verdict.h"

namespace tdbg::capture {

// For any thread.
class IncidentLimits {
 public:
  static constexpr uint32_t kInheritedPerExecution = 20;
  static constexpr uint32_t kOriginsPerExecution = 100;
  static constexpr uint32_t kValuesPerStep = 20;
  static constexpr uint32_t kValuesPerRun = 200;
  static constexpr uint32_t kErrorsPerRun = 200;

  // What was seen before of bad values that an op made. `digest` tells them from others, in all
  // likelihood. Unless the values are only handed in, they count as seen from now on.
  Before BeforeIn(uint64_t execution, uint32_t op, uint64_t digest, bool handed_in);

  struct Grant {
    bool operands = false;  // an incident with its operands
    bool values = false;    // and their values
  };
  Grant Admit(uint64_t execution, uint32_t op, int64_t step_count, const Judgement& judgement);
  // The same for a value that is only handed in: nothing else is judged by it, and if it is small
  // it takes none of the room for others.
  Grant AdmitHandedIn(uint64_t execution, int64_t step_count, bool small);
  // An op that ran in `execution` made something bad of such a value, which `op` handed in.
  void HandedInDoesHarm(uint64_t execution, uint32_t op, uint64_t digest,
                        const Judgement& judgement);
  // The birth that `execution` was admitted with is not told yet; or one is told now, in it.
  void BirthIsOpenIn(uint64_t execution);
  void BirthIsToldIn(uint64_t execution);
  Grant AdmitError(int64_t step_count);

  // Whether a birth waits for this execution to end.
  bool ExecutionEnds(uint64_t execution);

 private:
  struct Execution {
    uint64_t number = 0;
    uint32_t origins = 0;
    uint32_t inherited = 0;
    bool birth = false;
  };
  // Where bad values were last seen.
  struct Seen {
    uint64_t digest = 0;
    uint32_t op = 0;
  };
  Execution& Find(uint64_t number);
  void NoteBirth(Execution& execution, uint32_t op, const Judgement& judgement);
  bool AdmitValues(int64_t step_count);

  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::array<Execution, 64> executions_;  // by number; a newer one takes the place of an older
  std::array<Seen, 256> seen_;            // by digest; a newer one takes the place of an older
  uint32_t birth_op_ = 0;                 // of the run's first birth; 0: none yet
  int64_t step_count_ = -1;
  uint32_t values_in_step_ = 0;
  uint32_t values_in_run_ = 0;
  uint32_t errors_ = 0;
};

}  // namespace tdbg::capture
