// Walking over all elements of a view, row-major.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Calls visit(at) for the address of every element, in row-major order.
template <typename Visit>
void ForEachElement(const TensorView& view, Visit visit, int axis = 0, int64_t offset = 0) {
  if (axis == view.shape.rank()) {
    visit(view.data + offset);
    return;
  }
  const int64_t stride = view.strides_bytes[static_cast<size_t>(axis)];
  for (int64_t i = 0; i < view.shape[axis]; ++i) {
    ForEachElement<Visit&>(view, visit, axis + 1, offset + i * stride);
  }
}

}  // namespace tdbg::tensor
