// Graphs as the user wrote them, seen by a pass that only reads; and a mark on the nodes that will
// run, by which their kernels find back to their graph.
#pragma once

#include <string>

#include "capture/tf/companion_abi.h"

namespace tdbg::tf::companion {

// Registers the passes. With `probes`, every tensor as written gets a probe.
void RegisterGraphPasses(bool probes);

// The graph of a function, defined if no pass has seen it (functions compiled as a whole by XLA).
tdbg_id GraphOfFunction(const std::string& function);

// "train_step" of "__inference_train_step_123".
std::string UsersName(const std::string& function);

bool IsTracedFunction(const std::string& name);

// TensorFlow runs eager ops as functions of one op; "MatMul" of "__wrapped__MatMul_device_…".
bool IsEagerWrapper(const std::string& function);
std::string OpOfEagerWrapper(const std::string& function);

void DescribeKernel(const void* kernel, tdbg_kernel_origin* origin);

}  // namespace tdbg::tf::companion
