// The classes of kernels, of which each tells when one of its kernels is deleted: TensorFlow
// deletes them through a virtual function, and that is ours from the moment on that a class is
// followed.
#pragma once

#include "capture/tf/framework.h"

namespace tdbg::tf {

// Before any class is followed. `gone` gets each kernel of theirs just before it is deleted, on any
// thread.
void TellOfDeletedKernels(const Framework& framework, void (*gone)(const void* kernel));

// False if nobody will tell when `kernel` is deleted.
bool FollowClassOf(const void* kernel);

}  // namespace tdbg::tf
