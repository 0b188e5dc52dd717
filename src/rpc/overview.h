// Whether a trace still grows, as messages say it.
#pragma once

#include "rpc/messages.h"
#include "session/target/target_state.h"

namespace tdbg::rpc {

// Of a recording's phase.
RunState StateOf(session::Phase phase);

}  // namespace tdbg::rpc
