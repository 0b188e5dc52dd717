// Tensors as text, digit for digit as numpy 2 prints arrays, since people compare by eye.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tensor/dtype.h"
#include "tensor/tensor_view.h"

namespace tdbg::tensor {

// numpy's print options of the same names, with numpy's defaults.
struct FormatOptions {
  int precision = 8;            // digits behind the point, at most; below 0 counts as 0
  int64_t threshold = 1000;     // more elements than this are summarised
  int64_t edge_items = 3;       // shown at each end of a summarised axis; below 1 counts as 1
  int64_t line_width = 75;      // characters
  bool suppress_small = false;  // no scientific notation on account of small numbers
};

// Where an element stands in the text of its tensor, leading and trailing blanks of its column left
// out.
struct ElementSpan {
  int64_t element = 0;            // row-major
  const std::byte* at = nullptr;  // the element itself
  size_t begin = 0;
  size_t end = 0;
};

// What `str(array)` gives under these options. Strings are shown as numpy shows bytes objects;
// resources and variants by their description, control characters escaped. A scalar is printed by
// FormatElement, and a tensor without elements is "[]" whatever its shape.
//
// Reads only the elements that are shown, twice. May be called on threads that flush subnormals.
// `spans`, where given, receives every element that is shown, in order.
std::string FormatTensor(const TensorView& view, const FormatOptions& options = {},
                         std::vector<ElementSpan>* spans = nullptr);

// One element as `str(scalar)` gives it: the fewest digits that lead back to the same number.
std::string FormatElement(DType dtype, const std::byte* at);

}  // namespace tdbg::tensor
