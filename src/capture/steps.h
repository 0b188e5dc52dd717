// Which step the program is in.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace tdbg::capture {

// The step is what the program says; until it says so, the index of the session's run; until there
// is one, the number of executions that updated a variable.
class Steps {
 public:
  struct Now {
    int64_t step = 0;
    int64_t count = 0;  // steps before it, whatever they were called
    uint64_t first_execution = 1;
    bool said = false;   // by the program
    bool known = false;  // something has counted
  };

  // Each returns whether the step is another now. Executions from `first_execution` on belong to
  // it.
  bool Say(int64_t step, uint64_t first_execution);
  bool SessionRuns(uint64_t execution);
  bool VariableUpdated(uint64_t first_execution);

  Now now() const;

  // Of the moment; may be asked at any rate.
  int64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  bool MoveTo(int64_t step, uint64_t first_execution);

  mutable std::mutex mutex_;
  Now now_;
  int64_t session_runs_ = 0;
  std::atomic<int64_t> count_{0};
};

}  // namespace tdbg::capture
