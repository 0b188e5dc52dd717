#include "capture/tf/kernel_table.h"

#include <new>

namespace tdbg::tf {

KernelTable::~KernelTable() {
  for (Entry& bucket : buckets_) {
    for (Entry* entry = bucket.next; entry != nullptr;) {
      Entry* const next = entry->next;
      delete entry;
      entry = next;
    }
  }
}

// The entry that has the address; else the first free one, at the end of the chain if need be.
KernelTable::Entry* KernelTable::PlaceFor(const void* address) {
  Entry* free = nullptr;
  Entry* last = nullptr;
  for (Entry* entry = &buckets_[BucketOf(address)]; entry != nullptr;
       entry = entry->next.load(std::memory_order_relaxed)) {
    const void* const there = entry->address.load(std::memory_order_relaxed);
    if (there == address) return entry;
    if (there == nullptr && free == nullptr) free = entry;
    last = entry;
  }
  if (free != nullptr) return free;
  auto* const fresh = new (std::nothrow) Entry;
  if (fresh != nullptr) last->next.store(fresh, std::memory_order_release);
  return fresh;
}

const Kernel* KernelTable::Add(const void* address, const Kernel& kernel) {
  const std::lock_guard lock(adding_);
  Entry* const entry = PlaceFor(address);
  if (entry == nullptr) return nullptr;
  entry->kernel = kernel;
  entry->address.store(address, std::memory_order_release);
  return &entry->kernel;
}

void KernelTable::Remove(const void* address) {
  if (Entry* const entry = EntryOf(address))
    entry->address.store(nullptr, std::memory_order_release);
}

}  // namespace tdbg::tf
