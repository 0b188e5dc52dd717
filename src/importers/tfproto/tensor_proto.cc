#include "importers/tfproto/tensor_proto.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "importers/tfproto/handle_text.h"
#include "importers/tfproto/tensor_shape.h"
#include "importers/tfproto/wire.h"

namespace tdbg::importers::tfproto {
namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Value;

// A few bytes may claim any number of elements, because the last one repeats. Recorded values never
// repeat; constants in graphs do, and this is room for four million floats.
constexpr int64_t kMostFilledBytes = int64_t{1} << 24;

// TensorFlow's own limit.
constexpr size_t kMostAxes = 254;

Status WrongSize(const TensorHeader& header, size_t bytes) {
  return Corrupt("tensor of shape " + header.shape.ToString() + " and type " +
                 std::string(tensor::Info(header.dtype).name) + " holds " + std::to_string(bytes) +
                 " bytes, which are not its elements");
}

Status TooFew(const TensorHeader& header, int64_t given) {
  return Corrupt("tensor of shape " + header.shape.ToString() + " holds " + std::to_string(given) +
                 " elements and leaves too many to be filled in");
}

// Appends the low bytes of each number; the typed fields are wider than most elements.
class ElementSink {
 public:
  explicit ElementSink(size_t element_bytes) : element_bytes_(element_bytes) {}

  void AppendVarint(uint64_t value) { AppendRaw(&value, element_bytes_); }
  void AppendRaw(const void* data, size_t bytes) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  size_t element_bytes_;
  std::vector<std::byte> bytes_;
};

// The wire type of each number in a typed field: alone in a field of its own, or packed.
protozero::pbf_wire_type NumberType(uint32_t field) {
  switch (field) {
    case 5:
    case 9:
      return kFixed32;
    case 6:
    case 12:
      return kFixed64;
    case 18:
      return kBytes;
    default:
      return kVarint;
  }
}

// One occurrence of the typed field. One of a wire type that the field cannot have counts as
// unknown.
void ReadNumbers(Wire& message, ElementSink& sink) {
  const auto type = NumberType(message.tag());
  if (message.wire_type() == kBytes) {
    if (type == kVarint) {
      for (const uint64_t value : message.get_packed_uint64()) sink.AppendVarint(value);
    } else {
      const std::string_view packed = message.get_view();
      sink.AppendRaw(packed.data(), packed.size());
    }
  } else if (message.wire_type() != type) {
    message.skip();
  } else if (type == kVarint) {
    sink.AppendVarint(message.get_uint64());
  } else if (type == kFixed32) {
    const uint32_t bits = message.get_fixed32();
    sink.AppendRaw(&bits, sizeof(bits));
  } else {
    const uint64_t bits = message.get_fixed64();
    sink.AppendRaw(&bits, sizeof(bits));
  }
}

Result<Value> DecodeTypedNumbers(std::string_view proto, const TensorHeader& header) {
  const size_t element_bytes = tensor::Info(header.dtype).bytes;
  const uint32_t field = TypedField(header.dtype);
  ElementSink sink(element_bytes);
  TDBG_RETURN_IF_ERROR(ReadWire("tensor", [&] {
    Wire message(proto);
    while (message.next()) {
      if (message.tag() == field) {
        ReadNumbers(message, sink);
      } else {
        message.skip();
      }
    }
  }));

  std::vector<std::byte>& bytes = sink.bytes();
  const auto given = static_cast<int64_t>(bytes.size() / element_bytes);
  if (bytes.size() % element_bytes != 0 || given > header.elements) {
    return WrongSize(header, bytes.size());
  }
  if (header.elements - given > kMostFilledBytes / static_cast<int64_t>(element_bytes)) {
    return TooFew(header, given);
  }
  const size_t filled_from = bytes.size();
  bytes.resize(static_cast<size_t>(header.elements) * element_bytes);
  if (given > 0) {
    for (size_t at = filled_from; at < bytes.size(); at += element_bytes) {
      std::memcpy(&bytes[at], &bytes[filled_from - element_bytes], element_bytes);
    }
  }
  return Value::Own(header.dtype, header.shape, std::move(bytes));
}

// tensor_content of strings and handles: all lengths as varints, then all bodies.
std::optional<std::vector<std::string_view>> SplitBodies(std::string_view content,
                                                         int64_t elements) {
  if (elements > static_cast<int64_t>(content.size())) return std::nullopt;
  std::vector<uint64_t> lengths;
  lengths.reserve(static_cast<size_t>(elements));
  const char* at = content.data();
  const char* const end = at + content.size();
  for (int64_t i = 0; i < elements; ++i) lengths.push_back(protozero::decode_varint(&at, end));
  std::vector<std::string_view> bodies;
  bodies.reserve(lengths.size());
  for (const uint64_t length : lengths) {
    if (length > static_cast<uint64_t>(end - at)) return std::nullopt;
    bodies.emplace_back(at, length);
    at += length;
  }
  if (at != end) return std::nullopt;
  return bodies;
}

std::string TextOf(DType dtype, std::string_view body) {
  if (dtype == DType::kResource) return ResourceText(body);
  if (dtype == DType::kVariant) return VariantText(body);
  return std::string(body);
}

Result<Value> DecodeTexts(std::string_view proto, const TensorHeader& header) {
  std::vector<std::string> texts;
  bool fits = true;
  TDBG_RETURN_IF_ERROR(ReadWire("tensor", [&] {
    if (!header.content.empty()) {
      const auto bodies = SplitBodies(header.content, header.elements);
      fits = bodies.has_value();
      if (!fits) return;
      for (const std::string_view body : *bodies) texts.push_back(TextOf(header.dtype, body));
      return;
    }
    const uint32_t field = TypedField(header.dtype);
    Wire message(proto);
    while (message.next()) {
      if (message.tag_and_type() == Field(field, kBytes)) {
        texts.push_back(TextOf(header.dtype, message.get_view()));
      } else {
        message.skip();
      }
    }
  }));
  const auto given = static_cast<int64_t>(texts.size());
  if (!fits || given > header.elements) return WrongSize(header, proto.size());
  std::string filler = texts.empty() ? TextOf(header.dtype, "") : texts.back();
  const size_t bytes_each = sizeof(std::string) + sizeof(std::string_view) + filler.size();
  if (header.elements - given > kMostFilledBytes / static_cast<int64_t>(bytes_each)) {
    return TooFew(header, given);
  }
  texts.resize(static_cast<size_t>(header.elements), filler);
  return Value::OfTexts(header.dtype, header.shape, std::move(texts));
}

Result<DType> DTypeOfNumber(int64_t number) {
  constexpr int64_t kReferenceTwin = 100;
  if (number > kReferenceTwin) number -= kReferenceTwin;
  if (number == 0) return DType::kInvalid;
  const auto dtype = tensor::DTypeFromNumber(number);
  if (!dtype) return Corrupt("tensor has unknown element type " + std::to_string(number));
  return *dtype;
}

}  // namespace

uint32_t TypedField(DType dtype) {
  switch (dtype) {
    case DType::kF32:
      return 5;
    case DType::kF64:
      return 6;
    case DType::kString:
      return 8;
    case DType::kComplex64:
      return 9;
    case DType::kI64:
      return 10;
    case DType::kBool:
      return 11;
    case DType::kComplex128:
      return 12;
    case DType::kF16:
    case DType::kBF16:
      return 13;
    case DType::kResource:
      return 14;
    case DType::kVariant:
      return 15;
    case DType::kU32:
      return 16;
    case DType::kU64:
      return 17;
    case DType::kF8E5M2:
    case DType::kF8E4M3FN:
    case DType::kF8E4M3FNUZ:
    case DType::kF8E4M3B11FNUZ:
    case DType::kF8E5M2FNUZ:
      return 18;
    case DType::kInvalid:
    case DType::kF4E2M1FN:
      return 0;
    default:
      return 7;  // every other integer travels in int_val
  }
}

Result<TensorHeader> ParseTensorHeader(std::string_view proto) {
  TensorHeader header;
  int64_t dtype_number = 0;
  bool shape_known = true;
  TDBG_RETURN_IF_ERROR(ReadWire("tensor", [&] {
    Wire message(proto);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case Field(1, kVarint):
          dtype_number = message.get_int64();
          break;
        case Field(2, kBytes):
          header.shape = ReadShape(message.get_message(), &shape_known);
          break;
        case Field(4, kBytes):
          header.content = message.get_view();
          break;
        default:
          if (message.tag() >= 5 && message.tag() <= 18) header.has_elements = true;
          message.skip();
      }
    }
  }));
  TDBG_ASSIGN_OR_RETURN(header.dtype, DTypeOfNumber(dtype_number));
  header.has_elements |= !header.content.empty();
  if (header.shape.dims().size() > kMostAxes) {
    return Corrupt("tensor has " + std::to_string(header.shape.rank()) + " axes; at most " +
                   std::to_string(kMostAxes) + " are accepted");
  }
  const auto elements = header.shape.NumElements();
  if (!shape_known || !elements) {
    return Corrupt("tensor has an impossible shape " + header.shape.ToString());
  }
  header.elements = *elements;
  return header;
}

Result<TensorContent> ParseTensorContent(std::string_view proto) {
  TensorContent parsed;
  int64_t dtype_number = 0;
  TDBG_RETURN_IF_ERROR(ReadWire("tensor", [&] {
    Wire message(proto);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case Field(1, kVarint):
          dtype_number = message.get_int64();
          break;
        case Field(4, kBytes):
          parsed.content = message.get_view();
          break;
        default:
          message.skip();
      }
    }
  }));
  TDBG_ASSIGN_OR_RETURN(parsed.dtype, DTypeOfNumber(dtype_number));
  return parsed;
}

Result<Value> DecodeTensor(std::string_view proto, std::shared_ptr<const void> owner) {
  TDBG_ASSIGN_OR_RETURN(const TensorHeader header, ParseTensorHeader(proto));
  if (header.dtype == DType::kInvalid) return Unsupported("no value was recorded");
  if (tensor::IsOpaque(header.dtype)) return DecodeTexts(proto, header);
  if (header.content.empty()) return DecodeTypedNumbers(proto, header);

  const int64_t element_bytes = tensor::Info(header.dtype).bytes;
  const auto content_bytes = static_cast<int64_t>(header.content.size());
  if (content_bytes / element_bytes != header.elements || content_bytes % element_bytes != 0) {
    return WrongSize(header, header.content.size());
  }
  return Value::Borrow(header.dtype, header.shape, header.content.data(), std::move(owner));
}

}  // namespace tdbg::importers::tfproto
