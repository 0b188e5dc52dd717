#include "tensor/npy.h"

#include <algorithm>

#include "tensor/each_element.h"
#include "tensor/element.h"

namespace tdbg::tensor {
namespace {

// How numpy spells the type in the header. `width` is that of the longest string.
std::string Description(DType dtype, size_t width) {
  const DTypeInfo& info = Info(dtype);
  const std::string bytes = std::to_string(info.bytes);
  const std::string order = info.bytes == 1 ? "|" : "<";
  switch (info.cls) {
    case DTypeClass::kBool:
      return "|b1";
    case DTypeClass::kFloat:
      if (dtype == DType::kF16 || dtype == DType::kF32 || dtype == DType::kF64) {
        return "<f" + bytes;
      }
      return (dtype == DType::kBF16 ? "<V" : "|V") + bytes;
    case DTypeClass::kComplex:
      return "<c" + bytes;
    case DTypeClass::kSigned:
      return info.bits < 8 ? "|V1" : order + "i" + bytes;
    case DTypeClass::kUnsigned:
      return info.bits < 8 ? "|V1" : order + "u" + bytes;
    case DTypeClass::kOpaque:
    case DTypeClass::kNone:
      break;
  }
  return "|S" + std::to_string(std::max<size_t>(width, 1));
}

std::string ShapeTuple(const Shape& shape) {
  std::string text = "(";
  for (int axis = 0; axis < shape.rank(); ++axis) {
    text += std::to_string(shape[axis]) + (axis == 0 || axis + 1 < shape.rank() ? "," : "");
    if (axis + 1 < shape.rank()) text += " ";
  }
  return text + ")";
}

std::string Header(const TensorView& view, size_t width) {
  std::string dictionary = "{'descr': '" + Description(view.dtype, width) +
                           "', 'fortran_order': False, 'shape': " + ShapeTuple(view.shape) + ", }";
  constexpr size_t kPrefix = 10;
  constexpr size_t kAlignment = 64;
  const size_t used = kPrefix + dictionary.size() + 1;
  dictionary.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY";
  header += '\x01';
  header += '\0';
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

}  // namespace

Result<std::string> ToNpy(const TensorView& view) {
  const DTypeInfo& info = Info(view.dtype);
  if (view.dtype != DType::kString && !HasNumbers(view.dtype)) {
    return Unsupported("a tensor of type " + std::string(info.name) + " has no values to write");
  }
  if (view.dtype == DType::kString) {
    size_t width = 1;
    ForEachElement(view,
                   [&](const std::byte* at) { width = std::max(width, ReadText(at).size()); });
    std::string bytes = Header(view, width);
    ForEachElement(view, [&](const std::byte* at) {
      const std::string_view text = ReadText(at);
      bytes += text;
      bytes.append(width - text.size(), '\0');
    });
    return bytes;
  }
  std::string bytes = Header(view, 0);
  bytes.reserve(bytes.size() + static_cast<size_t>(view.num_elements()) * info.bytes);
  ForEachElement(view, [&](const std::byte* at) {
    bytes.append(reinterpret_cast<const char*>(at), info.bytes);
  });
  return bytes;
}

}  // namespace tdbg::tensor
