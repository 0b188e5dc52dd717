// Which tensors lie in memory whose end we are told of.
#pragma once

#include "tensorflow/core/framework/tensor.h"

namespace tdbg::tf::companion {

// Once. Listens to the allocator of the CPU; where that cannot be, no buffer is followed.
void FollowMemory();

// A buffer that TensorFlow allocated for the elements of one float32 tensor, and frees again; not a
// part of another one, nor memory of Python's.
bool IsFollowed(const tensorflow::TensorBuffer& buffer);

}  // namespace tdbg::tf::companion
