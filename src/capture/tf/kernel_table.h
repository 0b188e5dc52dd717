// What is known of each kernel that has run, found again by its address in a few nanoseconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "tdbg/capture.h"

namespace tdbg::tf {

// One kernel: one node of one graph, as TensorFlow instantiated it.
struct Kernel {
  tdbg_id op = 0;
  tdbg_id scalar_op = 0;  // of a kernel that brings in data: what single numbers are recorded as
  tdbg_id graph = 0;
  int input_count = 0;
  int output_count = 0;
  uint32_t role = 0;
  uint64_t readable_outputs = 0;  // bit i: output i holds elements one can look at
  uint64_t readable_inputs = 0;
  bool eager = false;
  bool session = false;
  bool assigns = false;
  bool views = false;            // an output in the buffer of an input is that input
  bool may_count_steps = false;  // eager assignments to counters: the optimizer's iterations
  int32_t probe_slot = -1;       // of a probe: which output of `op` it looks at
};

uint64_t HashOfName(std::string_view name);

// Kernels are freed and their addresses used again, so the name must fit as well. A kernel at a
// known address takes over the entry of the one that is gone: the table grows with the kernels that
// live at the same time, not with those that ever lived. Lookups are lock-free.
class KernelTable {
 public:
  // Null if no kernel of this name has been seen there.
  const Kernel* Find(const void* address, uint64_t name_hash) const;

  const Kernel* Add(const void* address, uint64_t name_hash, const Kernel& kernel);

 private:
  static constexpr size_t kBuckets = 1 << 14;
  struct Entry {
    const void* address;
    std::atomic<uint64_t> name_hash{0};
    Kernel kernel;
    Entry* next;
  };

  Entry* FindAddress(const void* address) const;

  std::atomic<Entry*> buckets_[kBuckets] = {};
  std::mutex adding_;
};

}  // namespace tdbg::tf
