// How a recording stands, as far as its own records and the machine tell.
#pragma once

#include "session/target/target_state.h"
#include "store/trace.h"

namespace tdbg::session {

// kGrowing, kComplete or kLost. `grew_lately` decides where the format does not tell.
Phase PhaseOf(const store::Run& run, bool grew_lately);

// Of all its runs: growing while one of them is; else lost if one of them is.
Phase PhaseOf(const store::Trace& trace, bool grew_lately);

}  // namespace tdbg::session
