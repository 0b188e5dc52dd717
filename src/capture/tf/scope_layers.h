// The name scopes that layers have opened, the ops that others made without one, and from the name
// of an op to its layer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tdbg/capture.h"

namespace tdbg::tf {

// For any thread.
class ScopeLayers {
 public:
  // A later layer of the same scope takes its place: graphs are defined soon after they are traced.
  void Add(std::string_view scope, tdbg_id layer) {
    constexpr size_t kMostScopes = size_t{1} << 16;
    const std::lock_guard lock(mutex_);
    if (scope.empty() || layer == 0 || layers_.size() >= kMostScopes) return;
    layers_[std::string(scope)] = layer;
  }

  // The layer whose scope the op is in, or that was said to have made it; of several around each
  // other, the innermost. Names get more in front when functions are inlined and gradients taken:
  // "gradient_tape/model/dense/Mul". 0 if there is none.
  tdbg_id Of(std::string_view op) const {
    const std::lock_guard lock(mutex_);
    if (layers_.empty()) return 0;
    for (size_t end = op.size(); end != op.npos && end > 0; end = op.rfind('/', end - 1)) {
      for (size_t slash = 0, begin = 0; slash < end; begin = slash + 1) {
        const auto found = layers_.find(std::string(op.substr(begin, end - begin)));
        if (found != layers_.end()) return found->second;
        slash = std::min(op.find('/', begin), end);
      }
    }
    return 0;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, tdbg_id> layers_;
};

}  // namespace tdbg::tf
