#include "tensor/strided_runs.h"

namespace tdbg::tensor {
namespace {

template <int64_t kBytes>
void GatherFixed(const std::byte* from, int64_t stride, int64_t n, std::byte* to) {
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * kBytes, from + i * stride, kBytes);
}

}  // namespace

void GatherElements(const std::byte* from, int64_t stride, int64_t n, int64_t element_bytes,
                    std::byte* to) {
  if (stride == element_bytes) {
    std::memcpy(to, from, static_cast<size_t>(n * element_bytes));
    return;
  }
  switch (element_bytes) {
    case 1:
      return GatherFixed<1>(from, stride, n, to);
    case 2:
      return GatherFixed<2>(from, stride, n, to);
    case 4:
      return GatherFixed<4>(from, stride, n, to);
    case 8:
      return GatherFixed<8>(from, stride, n, to);
    default:
      return GatherFixed<16>(from, stride, n, to);
  }
}

const std::byte* RowAddress(const TensorView& view, int64_t row) {
  const std::byte* at = view.data;
  for (int axis = view.shape.rank() - 2; axis >= 0; --axis) {
    at += row % view.shape[axis] * view.strides_bytes[static_cast<size_t>(axis)];
    row /= view.shape[axis];
  }
  return at;
}

}  // namespace tdbg::tensor
