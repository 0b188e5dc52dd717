// Arrays in another dtype.
#pragma once

#include "expr/object.h"

namespace tdbg::expr {

// As numpy's astype: a number that does not fit wraps or is rounded.
Result<Array> Cast(const Array& array, tensor::DType dtype);

// The same for an operand that meets others of `dtype`: a Python integer that does not fit is an
// error.
Result<Array> CastOperand(const Array& array, tensor::DType dtype);

}  // namespace tdbg::expr
