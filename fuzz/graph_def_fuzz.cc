// Any bytes as a GraphDef: nodes, their attributes and the names of their inputs.
#include "fuzz/expectations.h"
#include "importers/tfproto/graph_def.h"

namespace tdbg::fuzz {
namespace {

using importers::tfproto::InputName;
using importers::tfproto::NodeDef;

void ReadNode(const NodeDef& node, std::string_view graph) {
  for (const std::string_view part : {node.name, node.op, node.device}) ExpectInside(part, graph);
  for (const auto& [name, value] : node.attrs) {
    ExpectInside(name, graph);
    ExpectInside(value, graph);
    ExpectInside(node.StringAttr(name), graph);
    static_cast<void>(node.FloatAttr(name, 0));
  }
  for (const std::string_view input : node.inputs) {
    ExpectInside(input, graph);
    const InputName name = importers::tfproto::ParseInputName(input);
    ExpectInside(name.op, input);
    TDBG_CHECK(name.slot >= -1);
    TDBG_CHECK((name.slot == -1) == input.starts_with('^'));
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view graph = tdbg::fuzz::AsText(data, size);
  const tdbg::Status status = tdbg::importers::tfproto::ForEachNode(
      graph, [&](const auto& node) { tdbg::fuzz::ReadNode(node, graph); });
  if (!status.ok()) tdbg::fuzz::ExpectOneLine(status);
  return 0;
}
