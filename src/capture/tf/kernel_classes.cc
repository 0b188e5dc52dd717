#include "capture/tf/kernel_classes.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>

#include "capture/tf/vtable_slot.h"

namespace tdbg::tf {
namespace {

using DeleteFn = void (*)(void* kernel);

// Never freed: kernels are deleted until the very end of the process.
struct Class {
  void** vtable;
  DeleteFn original;
  Class* next;
};

constexpr size_t kBuckets = 256;
std::atomic<Class*> g_classes[kBuckets];  // by vtable; read without a lock
std::mutex& Following() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

void (*g_gone)(const void* kernel) = nullptr;
int g_slot = -1;  // of the deleting destructor, as seen from an object

std::atomic<Class*>& BucketOf(void** vtable) {
  return g_classes[(reinterpret_cast<uintptr_t>(vtable) >> 4) % kBuckets];
}

void** VtableOf(const void* kernel) { return *static_cast<void** const*>(kernel); }

const Class* Find(void** vtable) {
  const Class* found = BucketOf(vtable).load(std::memory_order_acquire);
  while (found != nullptr && found->vtable != vtable) found = found->next;
  return found;
}

void Delete(void* kernel) {
  g_gone(kernel);
  Find(VtableOf(kernel))->original(kernel);
}

}  // namespace

void TellOfDeletedKernels(const Framework& framework, void (*gone)(const void* kernel)) {
  constexpr int kMostSlots = 14;
  g_gone = gone;
  const KernelSymbols& kernel = framework.kernel;
  if (kernel.vtable == nullptr || kernel.deleting_destructor == nullptr) return;
  g_slot = FindSlot(kernel.vtable + kBeforeFunctions, kernel.deleting_destructor, kMostSlots);
}

bool FollowClassOf(const void* kernel) {
  if (g_slot < 0) return false;
  void** const vtable = VtableOf(kernel);
  const std::lock_guard lock(Following());
  if (Find(vtable) != nullptr) return true;
  std::atomic<Class*>& bucket = BucketOf(vtable);
  auto* const fresh =
      new (std::nothrow) Class{vtable, reinterpret_cast<DeleteFn>(vtable[g_slot]), bucket.load()};
  if (fresh == nullptr) return false;
  // The class is known before the first kernel can be deleted through the slot.
  bucket.store(fresh, std::memory_order_release);
  if (WriteSlot(&vtable[g_slot], reinterpret_cast<void*>(&Delete))) return true;
  bucket.store(fresh->next, std::memory_order_release);
  return false;
}

}  // namespace tdbg::tf
