// Whether a recorded TensorProto is whole: its elements against its dtype and shape.
#pragma once

#include <string_view>

#include "importers/tfdbg1/problem.h"
#include "importers/tfproto/tensor_proto.h"

namespace tdbg::importers::tfdbg1 {

// Appends what is wrong with the tensor to `problems`, with offsets in `file`, of which `tensor` is
// a part. The runtime writes each element, or none (an uninitialised variable): a number of them
// that TensorFlow's decoder would fill up is damage here.
void CheckTensor(std::string_view file, std::string_view tensor,
                 const tfproto::TensorHeader& header, Problems& problems);

}  // namespace tdbg::importers::tfdbg1
