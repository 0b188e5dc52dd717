// Who made what an eager op read, in recordings that do not say so.
#pragma once

#include "session/session.h"

namespace tdbg::session {

// The last output of an eager op, before `reader` and on its thread, that has the same type, shape,
// counts and statistics as the tensor of `operand`. Invalid where there is none among the nearest,
// and where the tensor is too plain to be told from others: all its elements are equal.
store::EventId EagerMaker(RunView& view, store::EventId reader, store::EventId operand);

// Whether no tensor before the event was bad.
bool NothingBadBefore(RunView& view, store::EventId event);

}  // namespace tdbg::session
