// The cause of a birth in words: what the numbers say, and one step further where that explains
// more.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/cause.h"
#include "session/birth_facts.h"
#include "session/tensors_read.h"

namespace tdbg::session {

// `cause` is what query/cause.h found of the op itself.
std::string CauseWords(RunView& run, const BirthFacts& facts, const std::vector<ReadTensor>& reads,
                       const std::optional<query::Cause>& cause);

// Whether the op makes each element of the same elements of what it reads.
bool IsElementwise(std::string_view op_type);

}  // namespace tdbg::session
