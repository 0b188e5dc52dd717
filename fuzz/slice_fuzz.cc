// Any text as a slice, of views of many shapes: no element of the part lies outside the tensor.
#include <array>
#include <vector>

#include "fuzz/expectations.h"
#include "tensor/format.h"
#include "tensor/slice.h"

namespace tdbg::fuzz {
namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Slice;
using tensor::TensorView;

constexpr size_t kElements = 120;
constexpr std::array<int16_t, kElements> kData{};
constexpr int64_t kHuge = int64_t{1} << 62;

std::vector<TensorView> Views() {
  std::vector<TensorView> views;
  for (const Shape& shape :
       {Shape{}, Shape{120}, Shape{10, 12}, Shape{2, 3, 4, 5}, Shape{1, 1, 120, 1}, Shape{0},
        Shape{3, 0, 5}, Shape{kHuge, 0, kHuge}}) {
    views.push_back(TensorView::Contiguous(DType::kI16, shape, kData.data()));
  }
  return views;
}

void ExpectInTensor(const TensorView& part) {
  const int64_t elements = part.num_elements();
  TDBG_CHECK(part.shape.NumElements().has_value());
  TDBG_CHECK(elements <= static_cast<int64_t>(kElements));
  TDBG_CHECK(part.strides_bytes.size() == static_cast<size_t>(part.shape.rank()));
  if (elements == 0) return;
  int64_t lowest = part.data - reinterpret_cast<const std::byte*>(kData.data());
  int64_t highest = lowest;
  for (int axis = 0; axis < part.shape.rank(); ++axis) {
    if (part.shape[axis] == 1) continue;
    const int64_t reach = (part.shape[axis] - 1) * part.strides_bytes[static_cast<size_t>(axis)];
    (reach < 0 ? lowest : highest) += reach;
  }
  TDBG_CHECK(lowest >= 0 && highest <= static_cast<int64_t>(sizeof(kData) - sizeof(kData[0])));
  TDBG_CHECK(!tensor::FormatTensor(part).empty());
}

void SliceAll(std::string_view text) {
  static const std::vector<TensorView> views = Views();
  const auto slice = tensor::ParseSlice(text);
  if (!slice.ok()) return ExpectOneLine(slice.status());
  TDBG_CHECK(slice->text == text);
  for (const TensorView& view : views) {
    const auto part = tensor::ApplySlice(*slice, view);
    if (!part.ok()) {
      ExpectOneLine(part.status());
      continue;
    }
    ExpectInTensor(*part);
    if (const auto again = tensor::ApplySlice(*slice, *part); again.ok()) ExpectInTensor(*again);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::SliceAll(tdbg::fuzz::AsText(data, size));
  return 0;
}
