// One kernel at work: what the hook does before it and after it.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/tf/arguments.h"
#include "capture/tf/companion_abi.h"
#include "capture/tf/framework.h"
#include "capture/tf/kernel_table.h"

namespace tdbg::tf {

// What every run needs; set once when the hook is installed.
struct Hook {
  const Framework* framework = nullptr;
  const tdbg_companion* companion = nullptr;  // null: the C API alone
  const tdbg_kernel_access* access = nullptr;
  bool from_start = false;  // no kernel ran before we were there
  // Variables are read by reference: what is written there nobody measures.
  std::atomic<bool> writes_unseen{false};
  KernelTable kernels;
  Arguments arguments;
};

// Lives on the stack around a synchronous kernel, on the heap until an asynchronous one is done.
class KernelRun {
 public:
  KernelRun(Hook& hook, void* kernel, void* context);
  ~KernelRun();
  KernelRun(const KernelRun&) = delete;
  KernelRun& operator=(const KernelRun&) = delete;

  // The kernel has run. May hold this thread.
  void Done();

 private:
  static constexpr uint32_t kMostInputs = 16;
  static constexpr uint32_t kMostOutputs = 64;
  static constexpr uint32_t kMostDims = 16;

  // A tdbg_growth: how the size of the kernel's outputs follows from that of its inputs, if it
  // does.
  uint32_t Growth() const {
    const bool unseen = hook_.writes_unseen.load(std::memory_order_relaxed);
    return (plan_ & TDBG_PLAN_BOUND) != 0 && !unseen ? kernel_->growth : 0;
  }
  bool CountsStep();
  uint32_t BoundOutputs();
  void HoldInputs();
  void ReportOutputs(tdbg_op_run& run);
  bool IsReadableOutput(uint32_t slot) const;
  uint32_t DTypeWithoutElements(uint32_t slot) const;
  int ReadInput(uint32_t index, tdbg_tensor* tensor);
  bool OverwrittenByOutput(const void* data) const;

  static int ReadInput(void* self, uint32_t index, tdbg_tensor* tensor);
  static uint32_t RoleOfInput(void* self, uint32_t index);
  static tdbg_id StackOf(void* self);
  static void Fail(void* self, tdbg_text message);
  static tdbg_id StackOfFailure(void* self);

  Hook& hook_;
  void* const context_;
  const Kernel* kernel_ = nullptr;
  uint64_t execution_ = 0;
  uint32_t iteration_ = 0;
  uint32_t plan_ = 0;
  uint32_t bound_ = 0;        // what tdbg_bound_of said
  uint32_t held_inputs_ = 0;  // bit i: inputs_[i] is held
  uint32_t kept_until_ = 0;   // bit i: it was held before the kernel ran
  uint32_t output_count_ = 0;
  tdbg_held_tensor inputs_[kMostInputs];
  int64_t input_dims_[kMostInputs][kMostDims];
  tdbg_tensor outputs_[kMostOutputs];
};

}  // namespace tdbg::tf
