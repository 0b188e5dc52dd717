#include "frameworks/control_flow.h"

#include "frameworks/tensorflow/op_names.h"

namespace tdbg::frameworks {

bool ChoosesWay(std::string_view op_type) { return tensorflow::ChoosesWay(op_type); }

int32_t WayFor(std::string_view op_type, double number, int32_t outputs) {
  return tensorflow::WayFor(op_type, number, outputs);
}

bool KeepsForGradient(std::string_view graph) { return tensorflow::KeepsForGradient(graph); }

}  // namespace tdbg::frameworks
