// numpy's .npy files, for taking a tensor elsewhere.
#pragma once

#include <string>

#include "base/status.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// The whole file, row-major, version 1.0. Types that numpy itself does not know (bfloat16, float8,
// int4, …) are written as raw bytes, which numpy reads anywhere and `.view(ml_dtypes.bfloat16)`
// turns back (numpy.save's own spelling of float8 cannot be read again). Strings become
// fixed-width bytes, so that nothing has to be unpickled. kUnsupported for handles.
Result<std::string> ToNpy(const TensorView& view);

}  // namespace tdbg::tensor
