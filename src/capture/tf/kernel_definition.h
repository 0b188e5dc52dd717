// What is learnt of a kernel when it runs for the first time.
#pragma once

#include "capture/tf/kernel_run.h"

namespace tdbg::tf {

// Whether tensors of TensorFlow's type number hold numbers that can be looked at; references do
// not.
bool HasElements(int dtype);

// Defines the op in the trace and remembers the kernel. Null only without memory.
const Kernel* DefineKernel(Hook& hook, const void* kernel, void* context);

}  // namespace tdbg::tf
