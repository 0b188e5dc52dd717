#include "capture/tf/c_api_access.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

namespace tdbg::tf {
namespace {

const Framework* g_framework = nullptr;

// Byte offset of the list of outputs in an OpKernelContext: a word with twice their number (odd if
// the list is elsewhere), then the list or a pointer to it. 0: not known yet.
std::atomic<size_t> g_outputs_at{0};

struct OutputEntry {
  const void* mutex_of_reference;
  const void* tensor;
};

bool IsSet(void* context, uint32_t index) {
  const size_t at = g_outputs_at.load(std::memory_order_relaxed);
  if (at == 0) return false;
  const char* const list = static_cast<const char*>(context) + at;
  uint64_t size_and_place;
  std::memcpy(&size_and_place, list, sizeof(size_and_place));
  if (index >= size_and_place >> 1) return false;
  const void* entries = list + sizeof(size_and_place);
  if ((size_and_place & 1) != 0) std::memcpy(&entries, entries, sizeof(entries));
  OutputEntry entry;
  std::memcpy(&entry, static_cast<const OutputEntry*>(entries) + index, sizeof(entry));
  return entry.tensor != nullptr && entry.mutex_of_reference == nullptr;
}

void CallOf(void* context, tdbg_kernel_call* call) {
  const CApi& c = g_framework->c;
  auto* const c_context = static_cast<TF_OpKernelContext*>(context);
  *call = {c.TF_StepId(c_context), static_cast<uint32_t>(c.TF_GetIterId(c_context))};
}

// A status that is only looked at, one for each thread, never freed: threads of TensorFlow live
// longer than we do.
TF_Status* ThreadStatus() {
  thread_local TF_Status* const status = g_framework->c.TF_NewStatus();
  return status;
}

TF_Tensor* TensorOf(const tdbg_held_tensor* held) {
  TF_Tensor* tensor;
  std::memcpy(&tensor, held->words, sizeof(tensor));
  return tensor;
}

int Keep(TF_Tensor* tensor, tdbg_held_tensor* held) {
  std::memcpy(held->words, &tensor, sizeof(tensor));
  return tensor == nullptr ? 1 : 0;
}

int Output(void* context, uint32_t index, tdbg_held_tensor* held) {
  if (!IsSet(context, index)) return 1;
  return Keep(g_framework->c.TF_GetMutableOutput(static_cast<TF_OpKernelContext*>(context),
                                                 static_cast<int>(index), ThreadStatus()),
              held);
}

int Input(void* context, uint32_t index, tdbg_held_tensor* held) {
  TF_Tensor* tensor = nullptr;
  TF_Status* const status = ThreadStatus();
  g_framework->c.TF_GetInput(static_cast<TF_OpKernelContext*>(context), static_cast<int>(index),
                             &tensor, status);
  return Keep(g_framework->c.TF_GetCode(status) == 0 ? tensor : nullptr, held);
}

int View(const tdbg_held_tensor* held, tdbg_tensor* tensor, int64_t* dims, uint32_t max_rank) {
  const CApi& c = g_framework->c;
  const TF_Tensor* const from = TensorOf(held);
  const int rank = c.TF_NumDims(from);
  if (rank < 0 || static_cast<uint32_t>(rank) > max_rank) return 1;
  for (int i = 0; i < rank; ++i) dims[i] = c.TF_Dim(from, i);
  tensor->data = c.TF_TensorData(from);
  tensor->bytes = c.TF_TensorByteSize(from);
  tensor->dims = dims;
  tensor->rank = static_cast<uint32_t>(rank);
  tensor->dtype = static_cast<uint32_t>(c.TF_TensorType(from));
  tensor->flags = 0;
  return 0;
}

void Release(tdbg_held_tensor* held) { g_framework->c.TF_DeleteTensor(TensorOf(held)); }

int Failure(void*, tdbg_text*) { return 1; }  // the C API has no way to ask

void Fail(void* context, tdbg_text message) {
  constexpr int kInvalidArgument = 3;
  const CApi& c = g_framework->c;
  TF_Status* const status = c.TF_NewStatus();
  c.TF_SetStatus(status, kInvalidArgument, std::string(message.data, message.size).c_str());
  c.TF_OpKernelContext_Failure(static_cast<TF_OpKernelContext*>(context), status);
  c.TF_DeleteStatus(status);
}

constexpr tdbg_kernel_access kAccess = {&CallOf, &Output,  /*peek=*/nullptr, &Input,
                                        &View,   &Release, &Failure,         &Fail};

}  // namespace

const tdbg_kernel_access& CApiAccess(const Framework& framework) {
  g_framework = &framework;
  return kAccess;
}

bool StillLearning(const Framework& framework, void* context) {
  if (g_outputs_at.load(std::memory_order_relaxed) != 0) return false;
  constexpr size_t kFirst = 8, kLast = 128;  // bytes; the class has more than that
  constexpr int kEnoughKernels = 24;
  static std::mutex mutex;
  static uint32_t candidates = ~0u;  // bit i: the word at kFirst + 8 i has always fitted
  static uint32_t counts_seen = 0;   // bit n: a kernel with n outputs was among them
  static int kernels = 0;

  std::lock_guard lock(mutex);
  const uint64_t outputs =
      static_cast<uint64_t>(framework.c.TF_NumOutputs(static_cast<TF_OpKernelContext*>(context)));
  for (size_t at = kFirst; at < kLast; at += 8) {
    uint64_t word;
    std::memcpy(&word, static_cast<const char*>(context) + at, sizeof(word));
    if (word >> 1 != outputs) candidates &= ~(1u << ((at - kFirst) / 8));
  }
  candidates &= (1u << ((kLast - kFirst) / 8)) - 1;
  counts_seen |= 1u << (outputs < 31 ? outputs : 31);
  ++kernels;
  const bool one_left = candidates != 0 && (candidates & (candidates - 1)) == 0;
  const bool several_counts = (counts_seen & (counts_seen - 1)) != 0;
  if (one_left && several_counts && kernels >= kEnoughKernels) {
    g_outputs_at.store(kFirst + 8 * static_cast<size_t>(__builtin_ctz(candidates)),
                       std::memory_order_relaxed);
    return false;
  }
  return true;
}

}  // namespace tdbg::tf
