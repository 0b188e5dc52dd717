// From a name that somebody typed to the tensor that it means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "query/tensor_name.h"
#include "session/session.h"

namespace tdbg::session {

// One recorded output and the event of it that was meant.
struct FoundTensor {
  std::string name;                    // "graph::op:slot", enough to name it alone
  std::vector<store::EventId> events;  // all of that output, chronological
  size_t chosen = 0;  // the one the name says (#n), else the last that is the value itself
  std::string slice;  // as typed; "" for the whole

  store::EventId event() const { return events[chosen]; }
};

// A name without a slot means the op's only recorded output. Where several graphs have it, the one
// in `near` is meant. The mistakes: no such op (with near names), an op of which nothing was
// recorded, a slot that was not recorded, a name that fits in several graphs (with the candidates),
// an occurrence that is not there.
Result<FoundTensor> FindTensor(RunView& run, const query::TensorName& name,
                               store::GraphId near = {});
Result<FoundTensor> FindTensor(RunView& run, std::string_view text, store::GraphId near = {});

}  // namespace tdbg::session
