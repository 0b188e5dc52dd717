// The tensors of a running kernel, through TensorFlow's own classes.
#pragma once

#include "capture/tf/companion_abi.h"

namespace tdbg::tf::companion {

tdbg_tensor_access TensorAccess();

tdbg_id RunningStack(void* context);

}  // namespace tdbg::tf::companion
