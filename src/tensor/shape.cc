#include "tensor/shape.h"

#include <algorithm>

#include "base/check.h"

namespace tdbg::tensor {

std::optional<int64_t> Shape::NumElements() const {
  if (std::any_of(dims_.begin(), dims_.end(), [](int64_t dim) { return dim < 0; })) {
    return std::nullopt;
  }
  if (std::find(dims_.begin(), dims_.end(), 0) != dims_.end()) return 0;
  int64_t product = 1;
  for (const int64_t dim : dims_) {
    if (__builtin_mul_overflow(product, dim, &product)) return std::nullopt;
  }
  return product;
}

std::vector<int64_t> Shape::Unravel(int64_t flat) const {
  TDBG_CHECK(flat >= 0 && flat < NumElements().value_or(0));
  std::vector<int64_t> index(dims_.size());
  for (size_t axis = dims_.size(); axis-- > 0;) {
    index[axis] = flat % dims_[axis];
    flat /= dims_[axis];
  }
  return index;
}

std::string Shape::ToString() const {
  std::string text = "[";
  for (const int64_t dim : dims_) {
    if (text.size() > 1) text += ',';
    text += std::to_string(dim);
  }
  return text + ']';
}

}  // namespace tdbg::tensor
