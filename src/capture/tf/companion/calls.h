// When the program's top-level calls begin and end: eager ops and functions all pass through two
// virtual functions of the eager runtime.
#pragma once

namespace tdbg::tf::companion {

// False if they could not be hooked; calls are then deduced from their kernels.
bool HookCalls();

// Whether this thread is running the kernel as an eager op by itself, not as part of a graph.
bool IsRunDirectly(const void* kernel);

}  // namespace tdbg::tf::companion
