// The ops through which graphs are given tensors, and the aliases of these.
#pragma once

#include <mutex>
#include <unordered_set>

#include "tdbg/capture.h"

namespace tdbg::tf {

// For any thread.
class Arguments {
 public:
  void Add(tdbg_id op) {
    const std::lock_guard lock(mutex_);
    ops_.insert(op);
  }
  bool Has(tdbg_id op) {
    const std::lock_guard lock(mutex_);
    return ops_.contains(op);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<tdbg_id> ops_;
};

}  // namespace tdbg::tf
