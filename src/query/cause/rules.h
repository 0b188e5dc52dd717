// The families of ops that cause.h has rules for. Each answers nullopt where it does not apply.
#pragma once

#include <string>

#include "query/cause/cause.h"
#include "query/float_limits.h"

namespace tdbg::query {

// Ops that work element by element: formula.h.
std::optional<Cause> ElementCause(const OpCase& op);
std::optional<Cause> ElementFinite(const OpCase& op);

// Reductions, products and factors of matrices, convolutions: numbers that grow too large in a sum.
std::optional<Cause> SumCause(const OpCase& op);
std::optional<Cause> SumFinite(const OpCase& op);

// For each element of input 0 of a reduction the element of the result that it goes into; nullopt
// where the axes are not known.
std::optional<std::vector<int64_t>> ReducedTo(const OpCase& op);

// Softmax and its logarithm, row by row.
std::optional<Cause> SoftmaxCause(const OpCase& op);
std::optional<Cause> SoftmaxFinite(const OpCase& op);

// "beyond the largest f16, 65504"
std::string BeyondText(tensor::DType dtype, const FloatLimits& limits);
// "below the smallest f16, 5.96e−08": of a magnitude that is.
std::string BelowText(tensor::DType dtype, const FloatLimits& limits, double magnitude);

}  // namespace tdbg::query
