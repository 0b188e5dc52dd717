// What follows from a whole recording of a tensor that it does not tell by itself: who made what an
// eager op read, and that a tensor was clean.
#pragma once

#include <functional>
#include <optional>

#include "session/session.h"

namespace tdbg::session {

// Whether two tensors have the same type, shape, counts and statistics, as far as these are known.
bool AreAlike(const store::Digest& a, const store::Digest& b);

// The last output of an eager op, before `reader` and on its thread, that has the same type, shape,
// counts and statistics as the tensor of `operand`. Invalid where there is none among the nearest,
// and where the tensor is too plain to be told from others: all its elements are equal.
store::EventId EagerMaker(RunView& view, store::EventId reader, store::EventId operand);

// The last output of an eager op before `made`, which an eager op made, of which that op can have
// made it: shape, extremes and their order fit. `compute` is what it does to a number, and never
// falls, or never rises, from smaller to larger ones.
store::EventId EagerSource(RunView& view, store::EventId made,
                           const std::function<double(double)>& compute);

// Whether no tensor of so many elements was bad before the event: what such an op read was clean
// then, whoever made it. False where that would take too long to find out.
bool NoneBadBefore(RunView& view, store::EventId event, std::optional<int64_t> elements);

}  // namespace tdbg::session
