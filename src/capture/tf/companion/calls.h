// When the program's top-level calls begin and end: eager ops and functions all pass through one
// virtual function of the eager runtime.
#pragma once

#include "capture/tf/companion_abi.h"

namespace tdbg::tf::companion {

// False if the function could not be hooked; calls are then deduced from their kernels.
bool HookCalls(const tdbg_hook_services* services);

}  // namespace tdbg::tf::companion
