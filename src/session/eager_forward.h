// From a gradient that was computed eagerly to the op that it differentiates.
#pragma once

#include <optional>

#include "query/forward_op.h"
#include "session/session.h"

namespace tdbg::session {

// The stack of the eager op that made `event` tells whose gradient was being made, and who ran
// shortly before, and made the numbers that it read, which of these ops it was. nullopt where it is
// no gradient; without a line where several ops may be meant that stand in different ones.
std::optional<query::ForwardOp> EagerForwardOf(RunView& run, store::EventId event);

}  // namespace tdbg::session
