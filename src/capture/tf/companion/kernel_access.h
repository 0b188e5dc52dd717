// A running kernel and its tensors, through TensorFlow's own classes. What is inline there is used
// before what is not: all of this is called for every kernel, mostly from cold caches.
#pragma once

#include "capture/tf/companion_abi.h"

namespace tdbg::tf::companion {

tdbg_kernel_access KernelAccess();

tdbg_id RunningStack(void* context);

}  // namespace tdbg::tf::companion
