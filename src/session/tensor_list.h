// Which tensor events a user wants to see, and in which order.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "query/filter.h"
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

// The events that pass the query, in its order; those with equal keys chronologically, in reverse
// as well. When `stop` is set the list is what was found so far.
Result<std::vector<store::EventId>> ListTensors(RunView& run, const TensorQuery& query,
                                                const query::NamedFilters& filters,
                                                const std::atomic<bool>& stop);

}  // namespace tdbg::session
