// What is known of each kernel that has run, found again by its address in a few nanoseconds.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "tdbg/capture.h"

namespace tdbg::tf {

// One kernel: one node of one graph, as TensorFlow instantiated it.
struct Kernel {
  tdbg_id op = 0;
  tdbg_id scalar_op = 0;  // of a kernel that brings in data: what single numbers are recorded as
  tdbg_id graph = 0;
  uint32_t input_count = 0;
  uint32_t output_count = 0;
  int32_t probe_slot = -1;  // of a probe: which output of `op` it looks at
  uint8_t role = 0;         // tdbg_role
  bool eager = false;
  bool assigns = false;
  bool views = false;  // an output in the buffer of an input is that input
  bool session : 1 = false;
  bool may_count_steps : 1 = false;  // eager assignments to counters: the optimizer's iterations
  bool reads_bad_constant : 1 = false;
  bool seen_by_probes : 1 = false;  // what it makes is recorded there, if it is worth that
  uint8_t growth = 0;               // tdbg_growth
  bool may_vanish = false;          // nobody tells when it is deleted: to be learnt at every run
  uint64_t readable_outputs = 0;    // bit i: output i holds elements one can look at
  uint64_t readable_inputs = 0;
};

// Kernels are deleted and their addresses used again, so somebody must tell of it. The table grows
// with the kernels that live at the same time, not with those that ever lived. Lookups and removals
// are lock-free.
class KernelTable {
 public:
  KernelTable() = default;
  ~KernelTable();
  KernelTable(const KernelTable&) = delete;
  KernelTable& operator=(const KernelTable&) = delete;

  // Null if it is not there.
  const Kernel* Find(const void* address) {
    const Entry* const entry = EntryOf(address);
    return entry == nullptr ? nullptr : &entry->kernel;
  }

  // Takes the place of what was there. Null without memory.
  const Kernel* Add(const void* address, const Kernel& kernel);

  // Forgets a kernel, which must not be running.
  void Remove(const void* address);

 private:
  static constexpr size_t kBuckets = 1 << 13;

  // One line of the cache: most kernels are found by reading this one and no other.
  struct alignas(64) Entry {
    std::atomic<const void*> address{nullptr};  // null: free
    std::atomic<Entry*> next{nullptr};
    Kernel kernel;
  };
  static_assert(sizeof(Entry) == 64);

  static size_t BucketOf(const void* address) {
    const uint64_t mixed = (reinterpret_cast<uintptr_t>(address) >> 4) * 0x9E3779B97F4A7C15u;
    return (mixed >> 40) & (kBuckets - 1);
  }
  Entry* EntryOf(const void* address) {
    Entry* entry = &buckets_[BucketOf(address)];
    while (entry != nullptr && entry->address.load(std::memory_order_acquire) != address) {
      entry = entry->next.load(std::memory_order_acquire);
    }
    return entry;
  }
  Entry* PlaceFor(const void* address);

  Entry buckets_[kBuckets];
  std::mutex adding_;
};

}  // namespace tdbg::tf
