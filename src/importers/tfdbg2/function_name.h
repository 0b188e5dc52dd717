// The names TensorFlow gives to concrete functions, as far as they lead back to a graph.
#pragma once

#include <string_view>

namespace tdbg::importers::tfdbg2 {

// Of "__inference_f_12": function "f". Of "__forward_f_85": "f". Of
// "__inference___backward_f_30_86": function "f", backward_graph "__backward_f_30".
struct FunctionName {
  std::string_view function;        // empty if the op is no function call
  std::string_view backward_graph;  // empty unless it is a backward function
};

FunctionName ParseFunctionName(std::string_view op_type);

}  // namespace tdbg::importers::tfdbg2
