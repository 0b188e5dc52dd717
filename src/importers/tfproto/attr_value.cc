#include "importers/tfproto/attr_value.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "importers/tfproto/tensor_proto.h"
#include "importers/tfproto/tensor_shape.h"
#include "importers/tfproto/wire.h"
#include "tensor/dtype.h"
#include "tensor/format.h"
#include "tensor/format_text.h"

namespace tdbg::importers::tfproto {
namespace {

constexpr int64_t kMostShownElements = 8;

std::string Quote(std::string_view text) { return tensor::QuoteBytes(text).substr(1); }

std::string FloatText(float number) {
  return tensor::FormatElement(tensor::DType::kF32, reinterpret_cast<const std::byte*>(&number));
}

std::string BoolText(bool value) { return value ? "true" : "false"; }

std::string TypeText(int64_t number) {
  constexpr int64_t kReferenceTwin = 100;
  const bool is_reference = number > kReferenceTwin;
  const auto dtype = tensor::DTypeFromNumber(is_reference ? number - kReferenceTwin : number);
  if (!dtype) return "type " + std::to_string(number);
  return std::string(tensor::Info(*dtype).name) + (is_reference ? "_ref" : "");
}

std::string ShapeText(const Wire& message) {
  bool known = true;
  const tensor::Shape shape = ReadShape(message, &known);
  if (!known) return "unknown rank";
  std::string text;
  for (const int64_t extent : shape.dims()) {
    text += text.empty() ? "[" : ",";
    text += extent < 0 ? "?" : std::to_string(extent);
  }
  return text.empty() ? "[]" : text + "]";
}

// Rows side by side instead of one below the other.
std::string OnOneLine(std::string_view lines) {
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != '\n') {
      text += lines[i];
      continue;
    }
    if (!text.ends_with(' ')) text += ' ';
    while (i + 1 < lines.size() && lines[i + 1] == ' ') ++i;
  }
  return text;
}

std::string TensorText(std::string_view proto) {
  const auto header = ParseTensorHeader(proto);
  if (!header.ok()) return "unreadable";
  std::string text(tensor::Info(header->dtype).name);
  text += header->shape.ToString();
  if (header->elements > kMostShownElements) return text;
  const auto value = DecodeTensor(proto, nullptr);
  if (!value.ok()) return text;
  tensor::FormatOptions options;
  options.line_width = std::numeric_limits<int32_t>::max();
  return text + " " + OnOneLine(tensor::FormatTensor(value->view(), options));
}

std::string FunctionText(Wire message) {
  std::string_view name;
  while (message.next()) {
    if (message.tag_and_type() == Field(1, kBytes)) {
      name = message.get_view();
    } else {
      message.skip();
    }
  }
  return tensor::EscapeControls(name);
}

// A list holds one kind of element; its numbers come packed, or each in a field of its own.
std::string ListText(Wire message) {
  std::vector<std::string> texts;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(2, kBytes):
        texts.push_back(Quote(message.get_view()));
        break;
      case Field(3, kBytes):
        for (const int64_t number : message.get_packed_int64()) {
          texts.push_back(std::to_string(number));
        }
        break;
      case Field(3, kVarint):
        texts.push_back(std::to_string(message.get_int64()));
        break;
      case Field(4, kBytes):
        for (const float number : message.get_packed_float()) texts.push_back(FloatText(number));
        break;
      case Field(4, kFixed32):
        texts.push_back(FloatText(message.get_float()));
        break;
      case Field(5, kBytes):
        for (const bool value : message.get_packed_bool()) texts.push_back(BoolText(value));
        break;
      case Field(5, kVarint):
        texts.push_back(BoolText(ReadBool(message)));
        break;
      case Field(6, kBytes):
        for (const int32_t type : message.get_packed_enum()) texts.push_back(TypeText(type));
        break;
      case Field(6, kVarint):
        texts.push_back(TypeText(message.get_enum()));
        break;
      case Field(7, kBytes):
        texts.push_back(ShapeText(message.get_message()));
        break;
      case Field(8, kBytes):
        texts.push_back(TensorText(message.get_view()));
        break;
      case Field(9, kBytes):
        texts.push_back(FunctionText(message.get_message()));
        break;
      default:
        message.skip();
    }
  }
  std::string text;
  for (const std::string& element : texts) {
    text += text.empty() ? "[" : ", ";
    text += element;
  }
  return text.empty() ? "[]" : text + "]";
}

std::string ReadText(Wire message) {
  std::string text = "none";
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        text = ListText(message.get_message());
        break;
      case Field(2, kBytes):
        text = Quote(message.get_view());
        break;
      case Field(3, kVarint):
        text = std::to_string(message.get_int64());
        break;
      case Field(4, kFixed32):
        text = FloatText(message.get_float());
        break;
      case Field(5, kVarint):
        text = BoolText(ReadBool(message));
        break;
      case Field(6, kVarint):
        text = TypeText(message.get_enum());
        break;
      case Field(7, kBytes):
        text = ShapeText(message.get_message());
        break;
      case Field(8, kBytes):
        text = TensorText(message.get_view());
        break;
      case Field(9, kBytes):
        text = "placeholder " + Quote(message.get_view());
        break;
      case Field(10, kBytes):
        text = FunctionText(message.get_message());
        break;
      default:
        message.skip();
    }
  }
  return text;
}

}  // namespace

std::string AttrText(std::string_view attr_value) {
  std::string text;
  const Status status = ReadWire("attribute", [&] { text = ReadText(Wire(attr_value)); });
  return status.ok() ? text : "unreadable";
}

}  // namespace tdbg::importers::tfproto
