#include "tensor/value.h"

#include <string_view>
#include <utility>

#include "base/check.h"

namespace tdbg::tensor {

Value Value::Own(DType dtype, Shape shape, std::vector<std::byte> bytes) {
  auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return Borrow(dtype, std::move(shape), owner->data(), owner);
}

Value Value::Borrow(DType dtype, Shape shape, const void* data, std::shared_ptr<const void> owner) {
  Value value;
  value.view_ = TensorView::Contiguous(dtype, std::move(shape), data);
  value.owner_ = std::move(owner);
  return value;
}

Value Value::OfTexts(DType dtype, Shape shape, std::vector<std::string> texts) {
  TDBG_CHECK(IsOpaque(dtype));
  struct Texts {
    std::vector<std::string> strings;
    std::vector<std::string_view> views;
  };
  auto owner = std::make_shared<Texts>();
  owner->strings = std::move(texts);
  owner->views.assign(owner->strings.begin(), owner->strings.end());
  return Borrow(dtype, std::move(shape), owner->views.data(), owner);
}

}  // namespace tdbg::tensor
