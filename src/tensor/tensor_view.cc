#include "tensor/tensor_view.h"

#include <utility>

namespace tdbg::tensor {

int64_t ElementStride(DType dtype) {
  if (IsOpaque(dtype)) return sizeof(std::string_view);
  return Info(dtype).bytes;
}

TensorView TensorView::Contiguous(DType dtype, Shape shape, const void* data) {
  TensorView view;
  view.dtype = dtype;
  view.data = static_cast<const std::byte*>(data);
  view.strides_bytes.resize(static_cast<size_t>(shape.rank()));
  // Unsigned, because the extents beside a zero extent may have any product.
  auto stride = static_cast<uint64_t>(ElementStride(dtype));
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    view.strides_bytes[static_cast<size_t>(axis)] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(shape[axis]);
  }
  view.shape = std::move(shape);
  return view;
}

bool TensorView::IsContiguous() const {
  if (num_elements() == 0) return true;
  int64_t expected = ElementStride(dtype);
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] == 1) continue;
    if (strides_bytes[static_cast<size_t>(axis)] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

}  // namespace tdbg::tensor
