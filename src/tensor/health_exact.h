// Moments by long double arithmetic and exact sums: slow, and right whatever the elements are.
//
// Used where double arithmetic in vectors is in doubt, and by the scalar reference always. long
// double has the range for the squares of every float64, and on x86 its instructions do not heed
// the flushing of subnormals.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/health.h"
#include "tensor/health_sums.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Sets mean, variance and l2 (of complex elements l2 alone), if there is a finite element.
// Reads the elements twice.
void SetExactMoments(const TensorView& view, Health& health);

// Classes kSigned, kUnsigned and kBool, in full.
Int128 ReadInt128(DType dtype, const std::byte* at);

}  // namespace tdbg::tensor
