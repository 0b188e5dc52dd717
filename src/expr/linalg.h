// Products of matrices and norms.
#pragma once

#include <optional>

#include "expr/object.h"
#include "expr/reduce.h"

namespace tdbg::expr {

// numpy's matmul and dot. Sums are made in double precision and rounded once; integers wrap.
Result<Array> Matmul(const Array& a, const Array& b, const Stop& stop);
Result<Array> Dot(const Array& a, const Array& b, const Stop& stop);

// The norm of vectors along one axis, of matrices along two, of all elements without axes.
// `order` is a number (infinities included) for vectors; for matrices "fro", 1, -1 and the
// infinities; None everywhere.
Result<Array> Norm(const Array& array, const Object& order, const Along& along, const Stop& stop);

}  // namespace tdbg::expr
