// The ops through which graphs are given tensors, and the aliases of these.
#pragma once

#include <algorithm>
#include <mutex>
#include <string_view>
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
  // `input` is named as an op of the graph names what it reads: "op" or "op:1".
  bool Has(tdbg_id graph, std::string_view input) {
    const tdbg_id op = tdbg_find_op(graph, {input.data(), std::min(input.find(':'), input.size())});
    const std::lock_guard lock(mutex_);
    return op != 0 && ops_.contains(op);
  }

 private:
  std::mutex mutex_;
  std::unordered_set<tdbg_id> ops_;
};

}  // namespace tdbg::tf
