// An op that stays in the graph, where TensorFlow optimises, and passes its input on. The view as
// written: an op that passes its input on, put behind every tensor of the user's graph
// before anything is optimised. What optimisation would have removed or fused stays visible, at the
// price of not being removed or fused.
#pragma once

#include "capture/tf/companion_abi.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/graph/graph.h"

namespace tdbg::tf::companion {

void RegisterProbe();

void InsertProbes(tensorflow::Graph* graph);

// A probe that looks at no tensor: it stays where it is put and hands on what went along the edge.
absl::Status InsertReader(tensorflow::Graph* graph, const tensorflow::Edge& edge,
                          tensorflow::Node** reader);

// Fills `probed` and `probe_slot` if the kernel is a probe.
void DescribeProbe(const tensorflow::OpKernel& kernel, tdbg_kernel_origin* origin);

}  // namespace tdbg::tf::companion
