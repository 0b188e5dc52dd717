// Tensor events in the order that a user asks for.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "session/session.h"

namespace tdbg::session {

struct SortKey {
  std::string_view name;
  std::string_view meaning;
};

// timestamp, dump_size, op_type, tensor_name, and what tdbg adds to them.
const std::vector<SortKey>& SortKeys();

// Ok, or the one line that says that there is no such key.
Status CheckSortKey(const std::string& key);

// `events` are chronological, and stay so where keys are equal, in reverse as well. What is unknown
// comes last both ways. What `stop` cuts short counts as unknown.
std::vector<store::EventId> SortTensors(RunView& run, std::vector<store::EventId> events,
                                        std::string_view key, bool reverse,
                                        const std::atomic<bool>& stop);

}  // namespace tdbg::session
