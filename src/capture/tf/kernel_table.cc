#include "capture/tf/kernel_table.h"

#include <cstring>
#include <new>

namespace tdbg::tf {
namespace {

size_t BucketOf(const void* address, size_t buckets) {
  const uint64_t mixed = (reinterpret_cast<uintptr_t>(address) >> 4) * 0x9E3779B97F4A7C15u;
  return (mixed >> 40) & (buckets - 1);
}

}  // namespace

uint64_t HashOfName(std::string_view name) {
  constexpr uint64_t kMultiplier = 0xD6E8FEB86659FD93u;
  uint64_t hash = name.size() * kMultiplier;
  const char* at = name.data();
  size_t left = name.size();
  for (; left >= 8; left -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 32;
  }
  uint64_t word = 0;
  std::memcpy(&word, at, left);
  hash = (hash ^ word) * kMultiplier;
  return (hash ^ (hash >> 29)) | 1;  // never 0, which marks an entry in the making
}

KernelTable::Entry* KernelTable::FindAddress(const void* address) const {
  Entry* entry = buckets_[BucketOf(address, kBuckets)].load(std::memory_order_acquire);
  while (entry != nullptr && entry->address != address) entry = entry->next;
  return entry;
}

const Kernel* KernelTable::Find(const void* address, uint64_t name_hash) const {
  const Entry* entry = FindAddress(address);
  return entry != nullptr && entry->name_hash.load(std::memory_order_acquire) == name_hash
             ? &entry->kernel
             : nullptr;
}

const Kernel* KernelTable::Add(const void* address, uint64_t name_hash, const Kernel& kernel) {
  std::lock_guard lock(adding_);
  Entry* entry = FindAddress(address);
  const bool fresh = entry == nullptr;
  if (fresh) {
    entry = new (std::nothrow) Entry{address, {}, {}, nullptr};
    if (entry == nullptr) return nullptr;
  } else if (entry->name_hash.load(std::memory_order_relaxed) == name_hash) {
    return &entry->kernel;  // another thread was faster
  }
  // The kernel that was here is gone, so nobody reads its entry under its old name any more.
  entry->name_hash.store(0, std::memory_order_relaxed);
  entry->kernel = kernel;
  entry->name_hash.store(name_hash, std::memory_order_release);
  if (fresh) {
    std::atomic<Entry*>& bucket = buckets_[BucketOf(address, kBuckets)];
    entry->next = bucket.load(std::memory_order_relaxed);
    bucket.store(entry, std::memory_order_release);
  }
  return &entry->kernel;
}

}  // namespace tdbg::tf
