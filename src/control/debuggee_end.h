// The debuggee's end of the control channel.
#pragma once

#include <string>

#include "base/status.h"
#include "control/socket_line.h"

namespace tdbg::control {

// Connects to the debugger that listens there. The error says why not.
Result<SocketLine> ConnectToDebugger(const std::string& path);

}  // namespace tdbg::control
