// Ops that the runtime put together in one: which of them made a bad number of good ones.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/cause/cause.h"

namespace tdbg::query {

struct FusedFinding {
  size_t member = 0;                 // the op that made it
  std::optional<Cause> cause;        // of what it made; input and element are the fused op's own
  std::vector<std::string> further;  // how the members before it came to what they handed on
};

// `types` are the members in the order in which they work: the first reads the inputs of `op`, each
// other what the one before it made, and inputs that are left. Their work is done again on the
// operands; where these or a formula are missing, the member is the only one that can have done it.
// nullopt where several can.
std::optional<FusedFinding> ExplainFused(const OpCase& op, std::span<const std::string_view> types);

}  // namespace tdbg::query
