// Replacing one virtual function of a class in another library. Header only, because hook and
// companion are compiled apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tdbg::tf {

// Whether the loader made the page read-only (relro). Elsewhere it may hold data that its library
// writes to.
inline bool IsReadOnly(uintptr_t page, uintptr_t page_size) {
  struct Question {
    uintptr_t page, page_size;
  } question = {page, page_size};
  const auto ask = [](dl_phdr_info* library, size_t, void* data) {
    const Question& asked = *static_cast<const Question*>(data);
    for (int i = 0; i < library->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = library->dlpi_phdr[i];
      if (part.p_type != PT_GNU_RELRO) continue;
      const uintptr_t begin = library->dlpi_addr + part.p_vaddr;
      const uintptr_t end = begin + part.p_memsz;
      if (begin <= asked.page + asked.page_size - 1 && asked.page + asked.page_size <= end) {
        return 1;
      }
    }
    return 0;
  };
  return dl_iterate_phdr(ask, &question) != 0;
}

// False, and nothing changed, if the page of the slot cannot be made writable. Not for two threads
// at once.
inline bool WriteSlot(void** slot, void* replacement) {
  const uintptr_t page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t page = reinterpret_cast<uintptr_t>(slot) & ~(page_size - 1);
  void* const start = reinterpret_cast<void*>(page);
  if (mprotect(start, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  // Other threads may be calling through the slot: they see the old function or the new one.
  __atomic_store_n(slot, replacement, __ATOMIC_RELEASE);
  if (IsReadOnly(page, page_size)) mprotect(start, page_size, PROT_READ);
  return true;
}

// What a vtable's symbol has before what an object points to: offset to top, type information.
inline constexpr int kBeforeFunctions = 2;

// The slot among the first `most` of `vtable` that holds `function`; -1 if none does.
inline int FindSlot(void* const* vtable, const void* function, int most) {
  for (int slot = 0; slot < most; ++slot) {
    if (vtable[slot] == function) return slot;
  }
  return -1;
}

// The slot that a pointer to a virtual member function means (Itanium C++ ABI: one more than its
// offset in bytes).
template <typename Function>
size_t SlotOf(Function function) {
  uintptr_t offset_plus_one;
  std::memcpy(&offset_plus_one, &function, sizeof(offset_plus_one));
  return (offset_plus_one - 1) / sizeof(void*);
}

// Finds the slot of `vtable` that holds `function` and puts `replacement` there. False, and nothing
// changed, if it is not among the first slots or cannot be written.
inline bool ReplaceVirtual(void** vtable, const void* function, void* replacement) {
  constexpr int kMostSlots = 128;  // Device has about 40
  const int slot = FindSlot(vtable, function, kMostSlots);
  return slot >= 0 && WriteSlot(&vtable[slot], replacement);
}

}  // namespace tdbg::tf
