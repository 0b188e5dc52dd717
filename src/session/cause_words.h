// The cause of a birth in words: what the numbers say, and a few steps further where that explains
// more.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "query/cause/pattern.h"
#include "session/birth_facts.h"
#include "session/recorded_op.h"

namespace tdbg::session {

struct BirthCause {
  std::string text;                       // sentences; never empty
  std::optional<query::Pattern> pattern;  // where it is one that has a name
};

// `born` is the op that ran, `broken` the same or the one of its members that made the value, and
// `cause` what query/cause/cause.h found of that one.
BirthCause ExplainBirth(RunView& run, const BirthFacts& facts, const RecordedOp& born,
                        const query::TracedOp& broken, const std::optional<query::Cause>& cause);

// Whether the op makes each element of the same elements of what it reads.
bool IsElementwise(std::string_view op_type);

}  // namespace tdbg::session
