#include "frameworks/control_flow.h"

#include "frameworks/tensorflow/op_names.h"

namespace tdbg::frameworks {

bool ChoosesWay(std::string_view op_type) { return tensorflow::ChoosesWay(op_type); }

bool KeepsForGradient(std::string_view graph) { return tensorflow::KeepsForGradient(graph); }

}  // namespace tdbg::frameworks
