// Whether a trace still grows.
#pragma once

#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

// running: its process is alive, or it has no process that could be asked and has grown lately.
// lost: the process is gone without having said that it was done.
RunState StateOf(const store::Run& run, bool grew_lately);

// running while any run is; lost if one is lost and none is running.
RunState StateOf(const store::Trace& trace, bool grew_lately);

}  // namespace tdbg::rpc
