// A tensor that keeps its bytes alive: its own, or those of a mapped file.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// Cheap to copy: copies share the bytes, which never change.
class Value {
 public:
  // Row-major elements in `bytes`.
  static Value Own(DType dtype, Shape shape, std::vector<std::byte> bytes);

  // Row-major elements at `data`, good while `owner` lives.
  static Value Borrow(DType dtype, Shape shape, const void* data,
                      std::shared_ptr<const void> owner);

  // Elements of an opaque dtype: strings, or a one-line description of each handle.
  static Value OfTexts(DType dtype, Shape shape, std::vector<std::string> texts);

  const TensorView& view() const { return view_; }
  DType dtype() const { return view_.dtype; }
  const Shape& shape() const { return view_.shape; }

 private:
  TensorView view_;
  std::shared_ptr<const void> owner_;  // shared, because slices of one value travel separately
};

}  // namespace tdbg::tensor
