// What is learnt of a kernel when it runs for the first time.
#pragma once

#include "capture/tf/kernel_run.h"

namespace tdbg::tf {

// Defines the op in the trace and remembers the kernel. Null only without memory.
const Kernel* DefineKernel(Hook& hook, const void* kernel, void* context);

}  // namespace tdbg::tf
