// TensorFlow's GraphDef: the nodes of a graph, as far as a debugger needs them.
#pragma once

#include <cstdint>
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
  std::vector<std::string_view> inputs;                              // as written: "a", "a:1", "^a"
  std::vector<std::pair<std::string_view, std::string_view>> attrs;  // name, AttrValue bytes

  // The bytes of a string attribute; empty if it is absent or of another kind.
  std::string_view StringAttr(std::string_view attr) const;
  // A float attribute, or `otherwise`.
  float FloatAttr(std::string_view attr, float otherwise) const;
  // The number of a dtype attribute; 0 if it is absent or of another kind.
  int64_t TypeAttr(std::string_view attr) const;
};

// Calls `visit` for each node of the graph itself (its function library is not visited). A node
// that is no readable protocol buffer is left out and makes the result kCorrupt; `damaged_at` then
// says where in `graph_def` the first one begins.
Status ForEachNode(std::string_view graph_def, const std::function<void(const NodeDef&)>& visit,
                   int64_t* damaged_at = nullptr);

struct InputName {
  std::string_view op;
  int32_t slot = 0;  // -1 for a control input
};

// "name", "name:k" or "^name".
InputName ParseInputName(std::string_view input);

}  // namespace tdbg::importers::tfproto
