// A borrowed, strided window on elements that somebody else owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tensor/dtype.h"
#include "tensor/shape.h"

namespace tdbg::tensor {

// `data` points at the element with index 0 on every axis. Strides are in bytes and may be negative
// (a reversed slice). Elements need not be aligned: they may lie inside a mapped file.
//
// Opaque dtypes (string, resource, variant) have no bytes of their own: each element is a
// std::string_view at `data` (stride in units of sizeof(std::string_view)), the string itself or a
// one-line description of the handle.
struct TensorView {
  DType dtype = DType::kInvalid;
  Shape shape;
  std::vector<int64_t> strides_bytes;
  const std::byte* data = nullptr;

  // Row-major and without gaps. The caller has checked that `data` holds all the elements.
  static TensorView Contiguous(DType dtype, Shape shape, const void* data);

  int64_t num_elements() const { return shape.NumElements().value_or(0); }

  // Whether walking up from `data` by ElementStride visits the elements in row-major order.
  bool IsContiguous() const;
};

// Bytes from one element to the next in a contiguous view of this dtype.
int64_t ElementStride(DType dtype);

}  // namespace tdbg::tensor
