#include "capture/tf/companion/kernel_access.h"

#include <new>

#include "capture/tf/companion/constants.h"
#include "capture/tf/companion/memory.h"
#include "capture/tf/companion/stacks.h"
#include "tensorflow/core/common_runtime/dma_helper.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::OpKernelContext;
using tensorflow::Tensor;

// Either a tensor of our own, which keeps the buffer, or one that is only looked at.
struct Held {
  const Tensor* tensor;
  alignas(Tensor) unsigned char own[sizeof(Tensor)];
};
static_assert(sizeof(Held) <= sizeof(tdbg_held_tensor::words));

[[gnu::hot]] void Call(void* context, tdbg_kernel_call* call) {
  const auto& c = *static_cast<const OpKernelContext*>(context);
  *call = {c.step_id(), static_cast<uint32_t>(c.frame_iter().iter_id)};
}

[[gnu::hot]] bool IsInitialized(const Tensor& tensor) {
  const tensorflow::TensorBuffer* const buffer = tensorflow::DMAHelper::buffer(&tensor);
  return tensor.NumElements() == 0 || (buffer != nullptr && buffer->data() != nullptr);
}

Held& In(tdbg_held_tensor* held) { return *reinterpret_cast<Held*>(held->words); }

[[gnu::hot]] int Output(void* context, uint32_t index, tdbg_held_tensor* held) {
  const Tensor* const tensor =
      static_cast<OpKernelContext*>(context)->mutable_output(static_cast<int>(index));
  if (tensor == nullptr || !IsInitialized(*tensor)) return 1;
  In(held).tensor = tensor;
  return 0;
}

// Null if it was never set or is a reference.
[[gnu::hot]] const Tensor* InputOf(void* context, uint32_t index) {
  auto& c = *static_cast<OpKernelContext*>(context);
  const int i = static_cast<int>(index);
  if (!c.has_input(i) || c.input_is_ref(i)) return nullptr;
  const Tensor& tensor = c.input(i);
  return IsInitialized(tensor) ? &tensor : nullptr;
}

uint64_t BytesOf(const Tensor& tensor) {
  // Most tensors are floats, whose size follows from the shape, without a call.
  const bool floats = tensor.dtype() == tensorflow::DT_FLOAT;
  return floats ? static_cast<uint64_t>(tensor.NumElements()) * sizeof(float) : tensor.TotalBytes();
}

[[gnu::hot]] void ViewElements(const Tensor& tensor, tdbg_tensor* view) {
  const bool elements = tensorflow::DataTypeCanUseMemcpy(tensor.dtype());
  const tensorflow::TensorBuffer* const buffer = tensorflow::DMAHelper::buffer(&tensor);
  view->data = elements && buffer != nullptr ? buffer->data() : nullptr;
  view->bytes = elements ? BytesOf(tensor) : 0;
  view->dtype = static_cast<uint32_t>(tensor.dtype());
  view->flags = buffer != nullptr && IsFollowed(*buffer) ? uint32_t{TDBG_FOLLOWED} : 0;
}

[[gnu::hot]] int Peek(void* context, uint32_t index, tdbg_tensor* view) {
  const Tensor* const tensor = InputOf(context, index);
  if (tensor == nullptr) return 1;
  *view = {};
  ViewElements(*tensor, view);
  return 0;
}

int Input(void* context, uint32_t index, tdbg_held_tensor* held) {
  const Tensor* const tensor = InputOf(context, index);
  if (tensor == nullptr) return 1;
  In(held).tensor = new (In(held).own) Tensor(*tensor);
  return 0;
}

[[gnu::hot]] int View(const tdbg_held_tensor* held, tdbg_tensor* view, int64_t* dims,
                      uint32_t max_rank) {
  const Tensor& tensor = *reinterpret_cast<const Held*>(held->words)->tensor;
  const int rank = tensor.dims();
  ViewElements(tensor, view);
  if (static_cast<uint32_t>(rank) > max_rank) return 1;
  for (int i = 0; i < rank; ++i) dims[i] = tensor.dim_size(i);
  view->dims = dims;
  view->rank = static_cast<uint32_t>(rank);
  return 0;
}

[[gnu::hot]] void Release(tdbg_held_tensor* held) {
  Held& in = In(held);
  if (reinterpret_cast<const unsigned char*>(in.tensor) == in.own) in.tensor->~Tensor();
}

[[gnu::hot]] int Failure(void* context, tdbg_text* message) {
  const auto& status = static_cast<OpKernelContext*>(context)->status();
  // The end of a dataset and a call that was given up are no failures.
  if (status.ok() || absl::IsOutOfRange(status) || absl::IsCancelled(status)) return 1;
  *message = {status.message().data(), status.message().size()};
  return 0;
}

void Fail(void* context, tdbg_text message) {
  static_cast<OpKernelContext*>(context)->SetStatus(
      absl::InvalidArgumentError(absl::string_view(message.data, message.size)));
}

}  // namespace

tdbg_kernel_access KernelAccess() {
  return {&Call, &Output, &Peek, &Input, &View, &Release, &Failure, &Fail};
}

tdbg_id RunningStack(void* context) {
  return DefineStack(static_cast<OpKernelContext*>(context)->stack_trace());
}

void BadConstantReadBy(void* context, tdbg_bad_constant* constant) {
  DescribeBadConstant(static_cast<OpKernelContext*>(context)->op_kernel(), constant);
}

}  // namespace tdbg::tf::companion
