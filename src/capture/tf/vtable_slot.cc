#include "capture/tf/vtable_slot.h"

#include <atomic>
#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace tdbg::tf {
namespace {

constexpr int kMostSlots = 128;  // Device has about 40

}  // namespace

bool ReplaceVirtual(void** vtable, const void* function, void* replacement) {
  int slot = 0;
  while (slot < kMostSlots && vtable[slot] != function) ++slot;
  if (slot == kMostSlots) return false;

  const uintptr_t page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t page = reinterpret_cast<uintptr_t>(&vtable[slot]) & ~(page_size - 1);
  void* const start = reinterpret_cast<void*>(page);
  if (mprotect(start, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  // Other threads may be calling through the slot: they see the old function or the new one.
  std::atomic_ref<void*>(vtable[slot]).store(replacement, std::memory_order_release);
  mprotect(start, page_size, PROT_READ);  // as the loader left it (relro)
  return true;
}

}  // namespace tdbg::tf
