// A where() in the program that does not choose an element of a branch hides it from the result,
// but not from the gradient, which is computed for the whole branch.
#pragma once

#include <optional>

#include "query/cause/pattern.h"
#include "session/birth_facts.h"
#include "session/recorded_op.h"

namespace tdbg::session {

// Says so if the alert is such a gradient, and what was recorded shows it.
std::optional<query::NamedCause> WhereTrap(RunView& run, const BirthFacts& facts,
                                           const RecordedOp& born);

}  // namespace tdbg::session
