// Arithmetic on two Python numbers, by Python's rules.
#pragma once

#include "expr/node.h"
#include "expr/object.h"

namespace tdbg::expr {

// Both must be weak. Integers are exact; beyond 64 bits they are refused, as is division by zero.
Result<Array> ApplyPython(Op op, const Array& a, const Array& b);

// kNegative, kPositive, kInvert on one.
Result<Array> ApplyPython(Op op, const Array& a);

}  // namespace tdbg::expr
