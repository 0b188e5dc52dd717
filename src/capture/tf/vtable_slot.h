// Replacing one virtual function of a class in another library. Header only, because hook and
// companion are compiled apart.
#pragma once

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace tdbg::tf {

// False, and nothing changed, if the page of the slot cannot be made writable.
inline bool WriteSlot(void** slot, void* replacement) {
  const uintptr_t page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const page = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(slot) & ~(page_size - 1));
  if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  // Other threads may be calling through the slot: they see the old function or the new one.
  __atomic_store_n(slot, replacement, __ATOMIC_RELEASE);
  mprotect(page, page_size, PROT_READ);  // as the loader left it (relro)
  return true;
}

// Finds the slot of `vtable` that holds `function` and puts `replacement` there. False, and nothing
// changed, if it is not among the first slots or cannot be written.
inline bool ReplaceVirtual(void** vtable, const void* function, void* replacement) {
  constexpr int kMostSlots = 128;  // Device has about 40
  for (int slot = 0; slot < kMostSlots; ++slot) {
    if (vtable[slot] == function) return WriteSlot(&vtable[slot], replacement);
  }
  return false;
}

}  // namespace tdbg::tf
