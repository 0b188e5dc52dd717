// What is to be recorded at this moment, in one word that the hot path reads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "base/status.h"
#include "capture/definitions.h"
#include "capture/op_table.h"
#include "capture/settings.h"
#include "capture/steps.h"
#include "format/tensor_event.h"

namespace tdbg::capture {

// For any thread. Whoever changes something (a setting, a step) pays for the new word.
class Plan {
 public:
  // `recording` is kept to what tdbg_switch() answers. Borrowed, for ever.
  Plan(Settings settings, uint32_t* recording);

  struct Now {
    uint32_t word;

    bool records() const { return (word & kRecords) != 0; }
    Detail detail() const { return static_cast<Detail>(word >> kDetailShift); }
    bool reads_values() const { return (word & kReadsValues) != 0; }
    bool is_auto() const { return (word & kAuto) != 0; }
    // Some ops, tensors or steps are not measured, by the user's wish.
    bool leaves_out() const { return (word & kLeavesOut) != 0; }
    // For all that is known here, every value was looked at since the program began.
    bool saw_all() const { return (word & kSawAll) != 0; }
    // Ops are to fail that make something bad.
    bool raises() const { return (word & kRaises) != 0; }
  };
  Now now() const { return {word_.load(std::memory_order_relaxed)}; }
  // The same, ordered after everything else that this thread did: for those who must not miss that
  // recording has ended.
  Now now_in_order() const { return {word_.load(std::memory_order_seq_cst)}; }

  // The filters' decision, remembered with the op.
  bool WantsOp(OpState& op, Definitions& definitions) {
    const uint32_t decision = op.decision.load(std::memory_order_relaxed);
    const uint32_t generation = generation_.load(std::memory_order_relaxed);
    if (decision >> 1 == generation) return (decision & 1) != 0;
    return Decide(op, definitions, generation);
  }
  bool WantsDType(tensor::DType dtype) const {
    return (dtypes_.load(std::memory_order_relaxed) >> static_cast<int>(dtype) & 1) != 0;
  }

  Status Set(std::string_view key, std::string_view value);
  Settings settings() const;

  // Nothing is recorded unless the plan is both running and enabled. At first it is enabled, but
  // not running.
  void SetRunning(bool running);
  void SetEnabled(bool enabled);

  void StepIs(const Steps::Now& step);
  // Where no step is known, an execution counts as one.
  void ExecutionIs(uint64_t execution);
  // Says that there were values before that nobody looked at.
  void MissedSome();
  // Asks for full statistics from here on, for a while.
  void IncidentAt(int64_t step_count);

 private:
  static constexpr uint32_t kRecords = 1;
  static constexpr uint32_t kReadsValues = 2;
  static constexpr uint32_t kAuto = 4;
  static constexpr uint32_t kLeavesOut = 8;
  static constexpr uint32_t kSawAll = 16;
  static constexpr uint32_t kRaises = 32;
  static constexpr int kDetailShift = 8;

  bool Decide(OpState& op, Definitions& definitions, uint32_t generation);
  void Refresh();  // under the lock

  mutable std::mutex mutex_;
  Settings settings_;
  uint32_t* const recording_;
  bool running_ = false;
  bool enabled_ = true;
  bool saw_all_ = true;
  Steps::Now step_;
  uint64_t execution_ = 0;
  int64_t full_until_ = -1;

  std::atomic<bool> steps_known_{false};
  std::atomic<uint32_t> word_{0};
  std::atomic<uint32_t> generation_{1};
  std::atomic<uint64_t> dtypes_;
};

}  // namespace tdbg::capture
