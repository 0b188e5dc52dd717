#include "importers/tfproto/handle_text.h"

#include "importers/tfproto/tensor_proto.h"
#include "importers/tfproto/wire.h"

namespace tdbg::importers::tfproto {
namespace {

std::string HeaderText(std::string_view tensor_like_proto) {
  const auto header = ParseTensorHeader(tensor_like_proto);
  if (!header.ok()) return "?";
  return std::string(tensor::Info(header->dtype).name) + header->shape.ToString();
}

}  // namespace

std::string ResourceText(std::string_view proto) {
  std::string device, name, holds;
  Wire message(proto);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        device = message.get_string();
        break;
      case Field(3, kBytes):
        name = message.get_string();
        break;
      case Field(6, kBytes):
        // {1 dtype, 2 shape} has the numbering of a TensorProto. The runtime repeats the entries of
        // earlier elements; the last one is this element's.
        holds = HeaderText(message.get_view());
        break;
      default:
        message.skip();
    }
  }
  std::string text = "<resource";
  if (!name.empty()) text += " " + name;
  if (!holds.empty()) text += " " + holds;
  if (!device.empty()) text += " on " + device;
  return text + ">";
}

std::string VariantText(std::string_view proto) {
  std::string type, tensors;
  Wire message(proto);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        type = message.get_string();
        break;
      case Field(3, kBytes):
        tensors += (tensors.empty() ? " of " : ", ") + HeaderText(message.get_view());
        break;
      default:
        message.skip();
    }
  }
  return "<variant" + (type.empty() ? "" : " " + type) + tensors + ">";
}

}  // namespace tdbg::importers::tfproto
