#include "capture/steps.h"

namespace tdbg::capture {

bool Steps::MoveTo(int64_t step, uint64_t first_execution) {
  const bool first = !now_.known;
  now_.known = true;
  if (step == now_.step) return first && now_.said;
  now_.step = step;
  now_.first_execution = first_execution;
  ++now_.count;
  count_.store(now_.count, std::memory_order_relaxed);
  return true;
}

bool Steps::Say(int64_t step, uint64_t first_execution) {
  const std::lock_guard lock(mutex_);
  now_.said = true;
  return MoveTo(step, first_execution);
}

bool Steps::SessionRuns(uint64_t execution) {
  const std::lock_guard lock(mutex_);
  const int64_t index = session_runs_++;
  return !now_.said && MoveTo(index, execution);
}

bool Steps::VariableUpdated(uint64_t first_execution) {
  const std::lock_guard lock(mutex_);
  return !now_.said && session_runs_ == 0 && MoveTo(now_.step + 1, first_execution);
}

Steps::Now Steps::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

}  // namespace tdbg::capture
