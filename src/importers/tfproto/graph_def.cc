#include "importers/tfproto/graph_def.h"

#include <charconv>
#include <utility>

#include "importers/tfproto/wire.h"

namespace tdbg::importers::tfproto {
namespace {

std::pair<std::string_view, std::string_view> ReadMapEntry(Wire entry) {
  std::pair<std::string_view, std::string_view> result;
  while (entry.next()) {
    switch (entry.tag_and_type()) {
      case Field(1, kBytes):
        result.first = entry.get_view();
        break;
      case Field(2, kBytes):
        result.second = entry.get_view();
        break;
      default:
        entry.skip();
    }
  }
  return result;
}

NodeDef ReadNode(Wire message) {
  NodeDef node;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        node.name = message.get_view();
        break;
      case Field(2, kBytes):
        node.op = message.get_view();
        break;
      case Field(3, kBytes):
        node.inputs.push_back(message.get_view());
        break;
      case Field(4, kBytes):
        node.device = message.get_view();
        break;
      case Field(5, kBytes):
        node.attrs.push_back(ReadMapEntry(message.get_message()));
        break;
      default:
        message.skip();
    }
  }
  return node;
}

// Calls `read` at the wanted field of the attribute's value. Malformed reads as absent.
template <typename Read>
void ReadAttr(const NodeDef& node, std::string_view attr, uint32_t field, Read read) {
  for (const auto& [name, bytes] : node.attrs) {
    if (name != attr) continue;
    const std::string_view value = bytes;
    const Status status = ReadWire("attribute", [&] {
      Wire message(value);
      while (message.next()) {
        if (message.tag_and_type() == field) {
          read(message);
        } else {
          message.skip();
        }
      }
    });
    if (!status.ok()) return;
  }
}

}  // namespace

std::string_view NodeDef::StringAttr(std::string_view attr) const {
  std::string_view found;
  ReadAttr(*this, attr, Field(2, kBytes), [&](Wire& value) { found = value.get_view(); });
  return found;
}

float NodeDef::FloatAttr(std::string_view attr, float otherwise) const {
  float found = otherwise;
  ReadAttr(*this, attr, Field(4, kFixed32), [&](Wire& value) { found = value.get_float(); });
  return found;
}

int64_t NodeDef::TypeAttr(std::string_view attr) const {
  int64_t found = 0;
  ReadAttr(*this, attr, Field(6, kVarint), [&](Wire& value) { found = value.get_int64(); });
  return found;
}

Status ForEachNode(std::string_view graph_def, const std::function<void(const NodeDef&)>& visit,
                   int64_t* damaged_at) {
  const char* at = graph_def.data();
  Status first;
  const auto keep_first = [&](Status status) {
    if (status.ok() || !first.ok()) return;
    first = std::move(status);
    if (damaged_at != nullptr) *damaged_at = at - graph_def.data();
  };
  keep_first(ReadWire("graph", [&] {
    Wire message(graph_def);
    while (message.next()) {
      at = message.data().data();
      if (message.tag_and_type() != Field(1, kBytes)) {
        message.skip();
        continue;
      }
      NodeDef node;
      const Wire bytes = message.get_message();
      const Status status = ReadWire("graph node", [&] { node = ReadNode(bytes); });
      if (status.ok()) visit(node);
      keep_first(status);
    }
  }));
  return first;
}

InputName ParseInputName(std::string_view input) {
  if (input.starts_with('^')) return {input.substr(1), -1};
  const size_t colon = input.rfind(':');
  if (colon == std::string_view::npos) return {input, 0};
  InputName parsed{input.substr(0, colon), 0};
  const std::string_view digits = input.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), parsed.slot);
  if (error != std::errc() || end != digits.data() + digits.size() || parsed.slot < 0) {
    return {input, 0};
  }
  return parsed;
}

}  // namespace tdbg::importers::tfproto
