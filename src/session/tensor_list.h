// Which tensor events a user wants to see, and in which order.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "session/session.h"

namespace tdbg::session {

// Regular expressions are searched for anywhere in the name; ^ and $ anchor them.
struct TensorQuery {
  std::optional<std::string> filter;  // a filter expression, or the name of one
  std::optional<std::string> node_regex;
  std::optional<std::string> op_type_regex;
  std::optional<std::string> graph_regex;
  std::optional<std::string> exclude_node_regex;
  bool ignore_case = false;
  std::string sort_by = "timestamp";
  bool reverse = false;
};

struct SortKey {
  std::string_view name;
  std::string_view meaning;
};

// timestamp, dump_size, op_type, tensor_name, and what tdbg adds to them.
const std::vector<SortKey>& SortKeys();

// Chronological where keys are equal, in reverse as well. Gives up with what it has when `stop` is
// set.
Result<std::vector<store::EventId>> ListTensors(RunView& run, const TensorQuery& query,
                                                const std::map<std::string, std::string>& filters,
                                                const std::atomic<bool>& stop);

}  // namespace tdbg::session
