// Whether a bad value is bad because of where its op was asked to compute: at a pole, or outside of
// what it is defined for. A smaller number of the same sign would not have helped.
#pragma once

#include "store/run.h"

namespace tdbg::query {

// False where the op overflowed, and where what was recorded does not tell.
bool IsAtPole(const store::Run& run, store::EventId event);

}  // namespace tdbg::query
