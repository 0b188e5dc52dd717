#include "capture/tf/kernel_run.h"

#include <algorithm>

#include "capture/tf/executions.h"
#include "capture/tf/keras_layers.h"
#include "capture/tf/kernel_definition.h"
#include "capture/tf/python_stack.h"

namespace tdbg::tf {
namespace {

// The largest input that is kept, in bytes. A kernel that may not write over its input takes new
// memory for its output; for inputs larger than this the program might not have it.
constexpr uint64_t kLargestHeld = uint64_t{256} << 20;

}  // namespace

[[gnu::hot]] KernelRun::KernelRun(Hook& hook, void* kernel, void* context)
    : hook_(hook), context_(context) {
  kernel_ = hook.kernels.Find(kernel);
  if (kernel_ == nullptr || kernel_->may_vanish) kernel_ = DefineKernel(hook, kernel, context);
  if (kernel_ == nullptr || kernel_->role == TDBG_PASSES_ON) return;

  tdbg_kernel_call call;
  hook.access->call(context, &call);
  iteration_ = call.iteration;
  execution_ = ExecutionOf(*kernel_, call.step_id);
  if (kernel_->assigns && (!kernel_->eager || CountsStep())) NoteUpdate(execution_);
  if (kernel_->seen_by_probes) return;
  plan_ = tdbg_op_plan(kernel_->op);
  if (Growth() != TDBG_GROWS_FREELY) bound_ = BoundOutputs();
  // Keeping inputs makes a kernel take new memory for its output. Most are so small that nothing
  // bad can be made of them.
  if ((plan_ & TDBG_PLAN_INPUTS) != 0 && bound_ == 0) HoldInputs();
}

[[gnu::hot]] KernelRun::~KernelRun() {
  for (uint32_t i = 0; held_inputs_ >> i != 0; ++i) {
    if ((held_inputs_ >> i & 1) != 0) hook_.access->release(&inputs_[i]);
  }
}

// In an eager loop the optimizer tells the step: it counts in an integer variable. Its birth, with
// 0, is not yet a step.
bool KernelRun::CountsStep() {
  constexpr uint32_t kValue = 1;  // after the variable itself
  if (!kernel_->may_count_steps) return false;
  tdbg_held_tensor held;
  tdbg_tensor value = {};
  int64_t dims[kMostDims];
  if (hook_.access->input(context_, kValue, &held) != 0) return false;
  bool counts = false;
  if (hook_.access->view(&held, &value, dims, kMostDims) == 0 && value.rank == 0) {
    const auto* const bytes = static_cast<const unsigned char*>(value.data);
    counts = std::any_of(bytes, bytes + value.bytes, [](unsigned char byte) { return byte != 0; });
  }
  hook_.access->release(&held);
  return counts;
}

[[gnu::hot]] uint32_t KernelRun::BoundOutputs() {
  if (hook_.access->peek == nullptr || kernel_->input_count > kMostInputs) return 0;
  tdbg_tensor inputs[kMostInputs];
  for (uint32_t i = 0; i < kernel_->input_count; ++i) {
    if (hook_.access->peek(context_, i, &inputs[i]) != 0) return 0;
  }
  return tdbg_bound_of(Growth(), inputs, kernel_->input_count);
}

void KernelRun::HoldInputs() {
  const uint32_t count = std::min<uint32_t>(kernel_->input_count, kMostInputs);
  for (uint32_t i = 0; i < count; ++i) {
    if ((kernel_->readable_inputs >> i & 1) == 0) continue;
    if (hook_.access->input(context_, i, &inputs_[i]) != 0) continue;
    tdbg_tensor input = {};
    if (hook_.access->view(&inputs_[i], &input, input_dims_[i], kMostDims) == 0 &&
        input.bytes <= kLargestHeld) {
      held_inputs_ |= 1u << i;
    } else {
      hook_.access->release(&inputs_[i]);
    }
  }
  kept_until_ = held_inputs_;
}

[[gnu::hot]] void KernelRun::Done() {
  if (kernel_ == nullptr || kernel_->role == TDBG_PASSES_ON) return;
  tdbg_op_run run = {};
  run.op = kernel_->op;
  run.iteration = iteration_;
  run.execution = execution_;
  run.growth = Growth();
  run.bound = bound_;
  run.input_count = kernel_->probe_slot < 0 ? kernel_->input_count : 0;
  run.first_slot = kernel_->probe_slot < 0 ? 0 : static_cast<uint32_t>(kernel_->probe_slot);
  run.input = &KernelRun::ReadInput;
  run.input_role = hook_.from_start ? &KernelRun::RoleOfInput : nullptr;
  run.stack = &KernelRun::StackOf;
  run.fail = &KernelRun::Fail;
  run.context = this;

  tdbg_text message;
  if (hook_.access->failure(context_, &message) == 0) {
    run.stack = &KernelRun::StackOfFailure;
    tdbg_op_failed(&run, message);
  } else if ((plan_ & TDBG_PLAN_OUTPUTS) != 0 && kernel_->output_count != 0) {
    ReportOutputs(run);
  } else if ((plan_ & TDBG_PLAN_HOLD) != 0) {
    tdbg_op_done(&run);
  }
  if (kernel_->reads_bad_constant) [[unlikely]] {
    tdbg_bad_constant constant = {};
    hook_.companion->bad_constant(context_, &constant);
    tdbg_bad_constant_read(&run, constant.input, constant.name);
  }
}

// Reports the outputs, as many at a time as there is room for.
[[gnu::hot]] void KernelRun::ReportOutputs(tdbg_op_run& run) {
  run.outputs = outputs_;
  for (uint32_t first = 0; first < kernel_->output_count; first += kMostOutputs) {
    tdbg_held_tensor borrowed[kMostOutputs];
    uint64_t taken = 0;
    int64_t dims[kMostOutputs][kMostDims];
    output_count_ = std::min<uint32_t>(kernel_->output_count - first, kMostOutputs);
    for (uint32_t i = 0; i < output_count_; ++i) {
      outputs_[i] = {};
      if (!IsReadableOutput(first + i)) {
        outputs_[i].dtype = DTypeWithoutElements(first + i);
        continue;
      }
      if (hook_.access->output(context_, first + i, &borrowed[i]) != 0) continue;
      taken |= uint64_t{1} << i;
      if (hook_.access->view(&borrowed[i], &outputs_[i], dims[i], kMostDims) != 0) {
        tdbg_unseen("tensors of too many dimensions", 1);
        // What was known of this memory does not hold any more.
        tdbg_memory_freed(outputs_[i].data);
        outputs_[i] = {};
      }
    }
    if (kernel_->scalar_op != 0 && outputs_[0].rank == 0) run.op = kernel_->scalar_op;
    run.output_count = output_count_;
    tdbg_op_done(&run);
    run.first_slot += output_count_;
    for (uint32_t i = 0; i < output_count_; ++i) {
      if ((taken >> i & 1) != 0) hook_.access->release(&borrowed[i]);
    }
  }
}

bool KernelRun::IsReadableOutput(uint32_t slot) const {
  if (slot < 64) return (kernel_->readable_outputs >> slot & 1) != 0;
  return HasElements(hook_.framework->c.TF_ExpectedOutputDataType(
      static_cast<TF_OpKernelContext*>(context_), static_cast<int>(slot)));
}

// The dtype of an output that is a resource, a variant, strings, or a reference to any of these or
// to numbers.
uint32_t KernelRun::DTypeWithoutElements(uint32_t slot) const {
  const int dtype = hook_.framework->c.TF_ExpectedOutputDataType(
      static_cast<TF_OpKernelContext*>(context_), static_cast<int>(slot));
  return static_cast<uint32_t>(dtype > kFirstReference ? dtype - kFirstReference : dtype);
}

// An input that was not kept alive can still be read, unless the kernel wrote an output over it.
bool KernelRun::OverwrittenByOutput(const void* data) const {
  for (uint32_t i = 0; i < output_count_; ++i) {
    if (outputs_[i].data == data) return true;
  }
  return false;
}

int KernelRun::ReadInput(uint32_t index, tdbg_tensor* tensor) {
  if (index >= kMostInputs || (kernel_->readable_inputs >> index & 1) == 0) return 1;
  if ((held_inputs_ >> index & 1) == 0) {
    if (hook_.access->input(context_, index, &inputs_[index]) != 0) return 1;
    held_inputs_ |= 1u << index;
  }
  if (hook_.access->view(&inputs_[index], tensor, input_dims_[index], kMostDims) != 0) return 1;
  const bool kept = (kept_until_ >> index & 1) != 0 || kernel_->views;
  return !kept && OverwrittenByOutput(tensor->data) ? 1 : 0;
}

int KernelRun::ReadInput(void* self, uint32_t index, tdbg_tensor* tensor) {
  return static_cast<KernelRun*>(self)->ReadInput(index, tensor);
}

// Some tensors come to be without any op: an array that Python puts on a device by name, and what a
// function is given.
uint32_t KernelRun::RoleOfInput(void* self, uint32_t index) {
  KernelRun& run = *static_cast<KernelRun*>(self);
  if (run.kernel_->eager) {
    tdbg_tensor tensor = {};
    const bool number = run.ReadInput(index, &tensor) == 0 && tensor.rank == 0;
    return number ? TDBG_READS_CONSTANT : TDBG_READS_INPUT;
  }
  const TF_StringView name = run.hook_.framework->c.TF_GetOpKernelRequestedInput(
      static_cast<TF_OpKernelContext*>(run.context_), index);
  const bool argument = run.hook_.arguments.Has(run.kernel_->graph, {name.data, name.len});
  return argument ? TDBG_READS_INPUT : TDBG_COMPUTES;
}

tdbg_id KernelRun::StackOf(void* self) {
  const KernelRun& run = *static_cast<KernelRun*>(self);
  tdbg_id stack = 0;
  // Python knows which part of a line calls, and TensorFlow does not.
  if (run.kernel_->eager) stack = PythonStack();
  if (stack != 0) return stack;
  if (run.hook_.companion != nullptr) stack = run.hook_.companion->running_stack(run.context_);
  return stack != 0 ? tdbg_stack_in_layer(stack, LayerHere()) : PythonStack();
}

// An op of a graph was made when the graph was traced; what failed is the call that runs now, whose
// thread waits for us.
tdbg_id KernelRun::StackOfFailure(void* self) {
  const KernelRun& run = *static_cast<KernelRun*>(self);
  if (run.kernel_->eager) return StackOf(self);
  if (const tdbg_id stack = PythonStack(); stack != 0) return stack;
  return WaitingStack(CallerOf(run.execution_));
}

void KernelRun::Fail(void* self, tdbg_text message) {
  const KernelRun& run = *static_cast<KernelRun*>(self);
  run.hook_.access->fail(run.context_, message);
}

}  // namespace tdbg::tf
