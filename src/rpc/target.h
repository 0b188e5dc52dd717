// The program that is debugged, as messages say it.
#pragma once

#include "rpc/messages.h"
#include "session/target/target.h"

namespace tdbg::rpc {

TargetInfo InfoOf(const session::TargetState& state, bool living);

}  // namespace tdbg::rpc
