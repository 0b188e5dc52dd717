// A running kernel and its tensors through TensorFlow's C API: slower than the companion's way, but
// the same on every version.
#pragma once

#include "capture/tf/companion_abi.h"
#include "capture/tf/framework.h"

namespace tdbg::tf {

// Until Learn() has found where a kernel's context keeps its outputs, no output can be had.
const tdbg_kernel_access& CApiAccess(const Framework& framework);

// To be called after each kernel while it answers true. The C API crashes when asked for an output
// that was never set, so the hook must find the list of outputs by itself: the one word of the
// context that always tells as many outputs as TensorFlow does.
bool StillLearning(const Framework& framework, void* context);

}  // namespace tdbg::tf
