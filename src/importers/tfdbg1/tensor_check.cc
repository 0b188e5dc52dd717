#include "importers/tfdbg1/tensor_check.h"

#include <algorithm>

#include "importers/tfdbg1/strict_wire.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using tfproto::Field;
using tfproto::kBytes;
using tfproto::kVarint;
using tfproto::Wire;

constexpr uint32_t kShapeDims = uint32_t{1} << 2;

void WalkShape(Wire shape, WireTrail& trail) {
  WalkStrictly(shape, trail, kShapeDims, [&](Wire& field) {
    if (field.tag_and_type() != Field(2, kBytes)) return false;
    WalkStrictly(field.get_message(), trail, 0, [](Wire& dim) {
      if (dim.tag_and_type() != Field(1, kVarint)) return false;
      dim.skip();
      return true;
    });
    return true;
  });
}

// Elements in one occurrence of the typed field; complex numbers count by their parts.
int64_t CountElements(Wire& field) {
  const uint32_t number = field.tag();
  if (field.wire_type() != kBytes) {
    field.skip();
    return 1;
  }
  const std::string_view bytes = field.get_view();
  switch (number) {
    case 8:  // strings, resources, variants: one message each
    case 14:
    case 15:
      return 1;
    case 5:
    case 9:
      return static_cast<int64_t>(bytes.size() / sizeof(float));
    case 6:
    case 12:
      return static_cast<int64_t>(bytes.size() / sizeof(double));
    case 18:
      return static_cast<int64_t>(bytes.size());
    default:  // varints: the last byte of each has its high bit clear
      return std::count_if(bytes.begin(), bytes.end(), [](char c) { return (c & 0x80) == 0; });
  }
}

// Walks all fields; returns the number of elements outside of tensor_content.
int64_t WalkTensor(std::string_view tensor, uint32_t typed_field, WireTrail& trail) {
  int64_t elements = 0;
  const uint32_t repeated = typed_field < 32 ? uint32_t{1} << typed_field : 0;
  WalkStrictly(Wire(tensor), trail, repeated, [&](Wire& field) {
    switch (field.tag_and_type()) {
      case Field(1, kVarint):
      case Field(4, kBytes):
        field.skip();
        return true;
      case Field(2, kBytes):
        WalkShape(field.get_message(), trail);
        return true;
      default:
        if (typed_field == 0 || field.tag() != typed_field) return false;
        elements += CountElements(field);
        return true;
    }
  });
  return elements;
}

bool HoldsItsElements(std::string_view tensor, const tfproto::TensorHeader& header,
                      int64_t typed_elements) {
  if (header.content.empty()) {
    const int64_t parts = tensor::Info(header.dtype).cls == tensor::DTypeClass::kComplex ? 2 : 1;
    return typed_elements == 0 ||
           (typed_elements % parts == 0 && typed_elements / parts == header.elements);
  }
  if (typed_elements != 0) return false;
  if (tensor::IsOpaque(header.dtype)) return tfproto::DecodeTensor(tensor, nullptr).ok();
  const int64_t element_bytes = tensor::Info(header.dtype).bytes;
  const auto bytes = static_cast<int64_t>(header.content.size());
  return bytes % element_bytes == 0 && bytes / element_bytes == header.elements;
}

}  // namespace

void CheckTensor(std::string_view file, std::string_view tensor,
                 const tfproto::TensorHeader& header, Problems& problems) {
  WireTrail trail(file);
  int64_t typed_elements = 0;
  const Status status = tfproto::ReadWire("tensor", [&] {
    typed_elements = WalkTensor(tensor, tfproto::TypedField(header.dtype), trail);
  });
  if (!status.ok()) {
    problems.push_back({"bad_event", trail.at(), "the tensor is not a readable protocol buffer"});
  }
  if (trail.strange_at() >= 0) {
    problems.push_back({"unknown_field", trail.strange_at(),
                        "the tensor has a field that the runtime never writes"});
  }
  if (!HoldsItsElements(tensor, header, typed_elements)) {
    const std::string_view where = header.content.empty() ? tensor : header.content;
    problems.push_back({"wrong_size", where.data() - file.data(),
                        "the tensor does not hold the elements of a " +
                            std::string(tensor::Info(header.dtype).name) +
                            header.shape.ToString()});
  }
}

}  // namespace tdbg::importers::tfdbg1
