// Arrays in another dtype.
#pragma once

#include "expr/object.h"

namespace tdbg::expr {

// Whether the number fits is not asked: what does not wraps or is rounded, as numpy's astype does.
Result<Array> Cast(const Array& array, tensor::DType dtype);

// For what meets others of `dtype`: the same, save that a Python integer that does not fit is an
// error.
Result<Array> CastOperand(const Array& array, tensor::DType dtype);

}  // namespace tdbg::expr
