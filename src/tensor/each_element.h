// Walking over all elements of a view, row-major.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Calls `visit` with the address of each element.
template <typename Visit>
void ForEachElement(const TensorView& view, Visit visit) {
  const int64_t count = view.num_elements();
  std::vector<int64_t> index(static_cast<size_t>(view.shape.rank()), 0);
  const std::byte* at = view.data;
  for (int64_t i = 0; i < count; ++i) {
    visit(at);
    for (size_t axis = index.size(); axis-- > 0;) {
      at += view.strides_bytes[axis];
      if (++index[axis] < view.shape[static_cast<int>(axis)]) break;
      at -= view.strides_bytes[axis] * index[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace tdbg::tensor
