// Constants of graphs that hold NaN or infinity. TensorFlow hands constants to their readers
// without running an op, so it is at the readers that somebody can notice them.
#pragma once

#include "capture/tf/companion_abi.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/graph/graph.h"

namespace tdbg::tf::companion {

// Marks each op that reads a bad constant, before its kernel is made. Where that op may never run,
// one of ours comes to read it in its place.
void MarkReadersOfBadConstants(tensorflow::Graph* graph);

void DescribeBadConstant(const tensorflow::OpKernel& kernel, tdbg_bad_constant* constant);

}  // namespace tdbg::tf::companion
