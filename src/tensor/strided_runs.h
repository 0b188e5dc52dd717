// The elements of a view as runs without gaps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Calls visit(run, n) for runs that make up the view in row-major order: one for a contiguous view,
// else buffers that elements were copied to. Allocates nothing. Not for opaque dtypes.
template <typename Visit>
void ForEachRun(const TensorView& view, Visit visit);

// Copies `n` elements of `element_bytes` each, `stride` bytes apart.
void GatherElements(const std::byte* from, int64_t stride, int64_t n, int64_t element_bytes,
                    std::byte* to);

// The address of element `row` of the view's outer axes, index 0 on the innermost one.
const std::byte* RowAddress(const TensorView& view, int64_t row);

template <typename Visit>
void ForEachRun(const TensorView& view, Visit visit) {
  const int64_t elements = view.num_elements();
  if (elements == 0) return;
  if (view.IsContiguous()) {
    visit(view.data, elements);
    return;
  }
  constexpr int64_t kBufferBytes = 16 * 1024;
  alignas(64) std::byte buffer[kBufferBytes];
  const int64_t element_bytes = ElementStride(view.dtype);
  const int64_t capacity = kBufferBytes / element_bytes;
  const int innermost = view.shape.rank() - 1;
  const int64_t row_length = view.shape[innermost];
  const int64_t stride = view.strides_bytes[static_cast<size_t>(innermost)];
  int64_t filled = 0;
  for (int64_t row = 0; row < elements / row_length; ++row) {
    const std::byte* from = RowAddress(view, row);
    for (int64_t left = row_length; left > 0;) {
      const int64_t n = std::min(left, capacity - filled);
      GatherElements(from, stride, n, element_bytes, buffer + filled * element_bytes);
      from += n * stride;
      left -= n;
      filled += n;
      if (filled < capacity) continue;
      visit(buffer, filled);
      filled = 0;
    }
  }
  if (filled > 0) visit(buffer, filled);
}

}  // namespace tdbg::tensor
