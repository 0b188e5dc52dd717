#include "capture/plan.h"

#include <algorithm>

#include "capture/allocation.h"
#include "capture/filter.h"

namespace tdbg::capture {
namespace {

constexpr int64_t kFirstSteps = 10;  // in full, whatever N is
// Before a step is known. Eager ops that make variables and data come before the first one.
constexpr int64_t kFirstExecutions = 200;
constexpr int64_t kStepsOfIncident = 3;  // that of the incident included
// In which executions tell where they were asked for: the first step may be unlike all others.
constexpr int64_t kStepsWithStacks = 3;
constexpr int64_t kExecutionsWithStacks = 2000;  // before a step is known
// Where no step is known full statistics are of so many executions in a row, so that each op of a
// loop has its turn.
constexpr uint64_t kExecutionsInARow = 64;

}  // namespace

Plan::Plan(Settings settings, uint32_t* recording)
    : settings_(std::move(settings)), recording_(recording), dtypes_(WantedDTypes(settings_)) {}

Status Plan::Set(std::string_view key, std::string_view value) {
  const std::lock_guard lock(mutex_);
  TDBG_RETURN_IF_ERROR(settings_.Set(key, value));
  generation_.fetch_add(1, std::memory_order_relaxed);
  dtypes_.store(WantedDTypes(settings_), std::memory_order_relaxed);
  Refresh();
  return Status::Ok();
}

Settings Plan::settings() const {
  const std::lock_guard lock(mutex_);
  return settings_;
}

void Plan::SetRunning(bool running) {
  const std::lock_guard lock(mutex_);
  running_ = running;
  Refresh();
}

void Plan::SetEnabled(bool enabled) {
  const std::lock_guard lock(mutex_);
  enabled_ = enabled;
  Refresh();
}

void Plan::StepIs(const Steps::Now& step) {
  const std::lock_guard lock(mutex_);
  step_ = step;
  steps_known_.store(step.known, std::memory_order_relaxed);
  Refresh();
}

[[gnu::hot]] void Plan::ExecutionIs(uint64_t execution) {
  if (steps_known_.load(std::memory_order_relaxed)) return;
  // Most executions change nothing: those are not worth the lock.
  if (execution > kFirstExecutions + 1 && execution % kExecutionsInARow != 0) return;
  const std::lock_guard lock(mutex_);
  execution_ = execution;
  Refresh();
}

void Plan::MissedSome() {
  const std::lock_guard lock(mutex_);
  saw_all_ = false;
  Refresh();
}

void Plan::IncidentAt(int64_t step_count) {
  const std::lock_guard lock(mutex_);
  full_until_ = step_count + kStepsOfIncident;
  Refresh();
}

void Plan::Refresh() {
  const bool on = running_ && enabled_ && !MemoryRanOut();
  const int64_t executions_in_a_row = static_cast<int64_t>(execution_ / kExecutionsInARow);
  uint32_t word = 0;
  if (on && WantsStep(settings_, step_.step)) {
    const bool is_auto = settings_.mode == Detail::kAuto;
    Detail detail = is_auto ? Detail::kCurtHealth : settings_.mode;
    const int64_t count = step_.known ? step_.count : static_cast<int64_t>(execution_);
    const int64_t number = step_.known ? step_.step : executions_in_a_row;
    const int64_t first = step_.known ? kFirstSteps : kFirstExecutions;
    if (is_auto && (count < first || number % settings_.every == 0 || step_.count < full_until_)) {
      detail = Detail::kFullHealth;
    }
    bool reads = detail != Detail::kNoTensor && detail != Detail::kShape;
    if (settings_.raise && !reads) {
      detail = Detail::kCurtHealth;
      reads = true;
    }
    word = kRecords | (settings_.raise ? kRaises : 0) | (reads ? kReadsValues : 0) |
           (is_auto ? kAuto : 0) | (HasFilter(settings_) ? kLeavesOut : 0) |
           static_cast<uint32_t>(detail) << kDetailShift;
  }
  const bool stacks = step_.known ? step_.count < std::max(kStepsWithStacks, full_until_)
                                  : execution_ <= kExecutionsWithStacks;
  const bool wants_stacks = (word & kReadsValues) != 0 && stacks;
  uint32_t recording = on ? uint32_t{TDBG_RECORDS} : 0;
  if (wants_stacks) recording |= TDBG_WANTS_STACKS;
  __atomic_store_n(recording_, recording, __ATOMIC_RELAXED);
  if (running_ && ((word & kReadsValues) == 0 || (word & kLeavesOut) != 0)) saw_all_ = false;
  word_.store(word | (saw_all_ ? kSawAll : 0), std::memory_order_seq_cst);
}

bool Plan::Decide(OpState& op, Definitions& definitions, uint32_t generation) {
  const Definitions::OpNames names = definitions.NamesOf(op);
  bool wanted = op.role.load(std::memory_order_relaxed) != TDBG_PASSES_ON;
  if (wanted) {
    const std::lock_guard lock(mutex_);
    wanted = capture::WantsOp(settings_, names);
  }
  op.decision.store(generation << 1 | (wanted ? 1 : 0), std::memory_order_relaxed);
  return wanted;
}

}  // namespace tdbg::capture
