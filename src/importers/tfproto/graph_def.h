// TensorFlow's GraphDef: the nodes of a graph, as far as a debugger needs them.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace tdbg::importers::tfproto {

// Views point into the bytes parsed.
struct NodeDef {
  std::string_view name;
  std::string_view op;
  std::string_view device;
  std::vector<std::string_view> inputs;  // as written: "a", "a:1", "^a"
  std::vector<std::pair<std::string_view, std::string_view>> attrs;  // name, AttrValue bytes

  // The bytes of a string attribute; empty if it is absent or of another kind.
  std::string_view StringAttr(std::string_view attr) const;
  // A float attribute, or `otherwise`.
  float FloatAttr(std::string_view attr, float otherwise) const;
};

// Calls `visit` for each node of the graph itself (its function library is not visited).
Status ForEachNode(std::string_view graph_def, const std::function<void(const NodeDef&)>& visit);

struct InputName {
  std::string_view op;
  int32_t slot = 0;  // -1 for a control input
};

// "name", "name:k" or "^name".
InputName ParseInputName(std::string_view input);

}  // namespace tdbg::importers::tfproto
