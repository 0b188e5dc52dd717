#include "capture/incident_limits.h"

namespace tdbg::capture {

IncidentLimits::Execution& IncidentLimits::Find(uint64_t number) {
  Execution& execution = executions_[number % executions_.size()];
  if (execution.number != number) execution = {.number = number};
  return execution;
}

Before IncidentLimits::BeforeIn(uint64_t execution, uint32_t op, uint64_t digest, bool handed_in) {
  const std::lock_guard lock(mutex_);
  Seen& seen = seen_[digest % seen_.size()];
  const bool elsewhere = seen.digest == digest && seen.op != op;
  if (seen.digest != digest && !handed_in) seen = {.digest = digest, .op = op};
  const Execution& known = Find(execution);
  // Ops of unknown executions have nothing to do with one another.
  const bool bad = execution != 0 && known.origins + known.inherited > 0;
  return {.bad_in_run = any_.load(std::memory_order_relaxed),
          .bad_in_execution = bad,
          .birth_in_run = birth_op_ != 0,
          .birth_elsewhere = birth_op_ != 0 && birth_op_ != op,
          .seen = elsewhere};
}

bool IncidentLimits::AdmitValues(int64_t step_count) {
  if (step_count != step_count_) values_in_step_ = 0;
  step_count_ = step_count;
  if (values_in_step_ == kValuesPerStep || values_in_run_ == kValuesPerRun) return false;
  ++values_in_step_;
  ++values_in_run_;
  return true;
}

void IncidentLimits::NoteBirth(Execution& execution, uint32_t op, const Judgement& judgement) {
  if (!judgement.IsBirth()) return;
  if (birth_op_ == 0) birth_op_ = op;
  execution.birth = true;
}

IncidentLimits::Grant IncidentLimits::Admit(uint64_t execution, uint32_t op, int64_t step_count,
                                            const Judgement& judgement) {
  const std::lock_guard lock(mutex_);
  any_.store(true, std::memory_order_relaxed);
  Execution& known = Find(execution);
  if (judgement.verdict != Verdict::kOrigin) {
    return {.operands = ++known.inherited <= kInheritedPerExecution};
  }
  NoteBirth(known, op, judgement);
  if (++known.origins > kOriginsPerExecution) return {};
  return {.operands = true, .values = AdmitValues(step_count)};
}

IncidentLimits::Grant IncidentLimits::AdmitHandedIn(uint64_t execution, int64_t step_count,
                                                    bool small) {
  const std::lock_guard lock(mutex_);
  if (++Find(execution).origins > kOriginsPerExecution) return {};
  return {.operands = true, .values = small || AdmitValues(step_count)};
}

void IncidentLimits::HandedInDoesHarm(uint64_t execution, uint32_t op, uint64_t digest,
                                      const Judgement& judgement) {
  const std::lock_guard lock(mutex_);
  any_.store(true, std::memory_order_relaxed);
  seen_[digest % seen_.size()] = {.digest = digest, .op = op};
  NoteBirth(Find(execution), op, judgement);
}

void IncidentLimits::BirthIsOpenIn(uint64_t execution) {
  const std::lock_guard lock(mutex_);
  Find(execution).birth = false;
}

void IncidentLimits::BirthIsToldIn(uint64_t execution) {
  const std::lock_guard lock(mutex_);
  any_.store(true, std::memory_order_relaxed);
  if (execution != 0) Find(execution).birth = true;
}

IncidentLimits::Grant IncidentLimits::AdmitError(int64_t step_count) {
  const std::lock_guard lock(mutex_);
  if (errors_ == kErrorsPerRun) return {};
  ++errors_;
  return {.operands = true, .values = AdmitValues(step_count)};
}

[[gnu::hot]] bool IncidentLimits::ExecutionEnds(uint64_t execution) {
  if (!any_.load(std::memory_order_relaxed)) return false;
  const std::lock_guard lock(mutex_);
  Execution& known = executions_[execution % executions_.size()];
  if (known.number != execution) return false;
  const bool birth = known.birth;
  known = {};
  return birth;
}

}  // namespace tdbg::capture
