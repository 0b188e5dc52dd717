// A forward op whose bad result nobody used, and its gradient that went bad on the same element:
// one finding, which the forward op tells.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "query/alert.h"
#include "query/forward_op.h"
#include "store/run.h"

namespace tdbg::query {

// The op that ran for the one which a gradient differentiates; invalid where that is one of
// several.
store::OpId OpThatRanFor(const store::Run& run, const ForwardOp& forward);

// Whether an element is bad in both.
bool AreBadOnSameElement(const store::Run& run, store::EventId a, store::EventId b);

class GradientTwins {
 public:
  explicit GradientTwins(const store::Run& run) : run_(run) {}

  // Of twins among the alerts, which hold executions as a whole, the forward op becomes the origin,
  // and its gradient one that inherited.
  void Join(std::span<Alert> alerts);

  void Forget(store::EventId event);

  // The twin of a gradient, and of a forward op; invalid if it has none.
  store::EventId ForwardOf(store::EventId gradient) const;
  store::EventId GradientOf(store::EventId forward) const;

 private:
  store::OpId ForwardOpOf(store::OpId gradient);

  const store::Run& run_;
  std::unordered_map<store::OpId, store::OpId> forward_ops_;  // that were asked for
  uint64_t graphs_seen_ = 0;                                  // when they were
  std::unordered_map<store::EventId, store::EventId> forward_;
  std::unordered_map<store::EventId, store::EventId> gradient_;
};

}  // namespace tdbg::query
