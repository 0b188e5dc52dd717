// Which dtype comes of two, as numpy 2 (NEP 50) and ml_dtypes decide.
#pragma once

#include "base/status.h"
#include "expr/object.h"
#include "tensor/dtype.h"

namespace tdbg::expr {

// The dtype that arithmetic on two dtypes is done in. Of two different 8- or 4-bit floats the
// first; with 2- and 4-bit integers beside such a float, the float. An error where an element is no
// number.
Result<tensor::DType> Promote(tensor::DType a, tensor::DType b);

// The same for operands: a Python number takes the other's dtype, unless its kind (bool, integer,
// real, complex) is higher.
Result<tensor::DType> PromoteOperands(const Array& a, const Array& b);

// What `/` on numbers of this common dtype is done in: integers become floats.
tensor::DType QuotientDType(const Array& a, const Array& b, tensor::DType common);

// What exp, sqrt and the like give for this dtype: float16, float32 or float64 for integers.
tensor::DType FloatOf(tensor::DType dtype);

// What sums of this dtype are kept in: 64 bits for bool and integers.
tensor::DType SumDType(tensor::DType dtype);

// The dtype of a complex number's parts; other dtypes as they are.
tensor::DType RealOf(tensor::DType dtype);

bool IsInteger(tensor::DType dtype);  // bool is none
bool IsSubByte(tensor::DType dtype);  // the 2- and 4-bit integers

// qint8 and the like as the integers they are stored in; others as they are.
tensor::DType Unquantized(tensor::DType dtype);

}  // namespace tdbg::expr
