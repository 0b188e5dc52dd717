// One element of a tensor by its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/tensor_view.h"

namespace tdbg::rpc {

// `element` is row-major and within the view.
inline const std::byte* ElementAt(const tensor::TensorView& view, int64_t element) {
  const std::byte* at = view.data;
  const std::vector<int64_t> index = view.shape.Unravel(element);
  for (size_t axis = 0; axis < index.size(); ++axis) at += index[axis] * view.strides_bytes[axis];
  return at;
}

}  // namespace tdbg::rpc
