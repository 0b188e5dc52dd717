#include "expr/broadcast.h"

#include <algorithm>
#include <utility>

namespace tdbg::expr {

Result<tensor::Shape> Broadcast(const tensor::Shape& a, const tensor::Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  std::vector<int64_t> dims(static_cast<size_t>(rank));
  for (int back = 1; back <= rank; ++back) {
    const int64_t from_a = back <= a.rank() ? a[a.rank() - back] : 1;
    const int64_t from_b = back <= b.rank() ? b[b.rank() - back] : 1;
    if (from_a != from_b && from_a != 1 && from_b != 1) {
      return InvalidArgument("the shapes " + a.ToString() + " and " + b.ToString() +
                             " do not broadcast");
    }
    dims[static_cast<size_t>(rank - back)] = from_a == 1 ? from_b : from_a;
  }
  return tensor::Shape(std::move(dims));
}

std::vector<int64_t> BroadcastStrides(const tensor::Shape& from, const tensor::Shape& to) {
  std::vector<int64_t> strides(static_cast<size_t>(to.rank()), 0);
  int64_t stride = 1;
  for (int back = 1; back <= from.rank(); ++back) {
    const int64_t extent = from[from.rank() - back];
    if (extent != 1) strides[static_cast<size_t>(to.rank() - back)] = stride;
    stride *= std::max<int64_t>(extent, 1);
  }
  return strides;
}

}  // namespace tdbg::expr
