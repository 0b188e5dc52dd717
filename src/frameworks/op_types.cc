#include "frameworks/op_types.h"

#include "frameworks/tensorflow/calculations.h"
#include "frameworks/tensorflow/op_names.h"
#include "frameworks/tensorflow/op_roles.h"

namespace tdbg::frameworks {

// Of several frameworks the first one that lists the type would answer.
OpRole RoleOf(std::string_view op_type) { return tensorflow::RoleOf(op_type); }

Calculation CalculationOf(std::string_view op_type) {
  return tensorflow::CalculationOf(PlainType(op_type));
}

std::string_view PlainType(std::string_view op_type) { return tensorflow::PlainType(op_type); }

bool DecidesByValue(std::string_view op_type) { return tensorflow::DecidesByValue(op_type); }

bool StartsNextIteration(std::string_view op_type) {
  return tensorflow::StartsNextIteration(op_type);
}

bool EndsFunctions(std::string_view op_type) { return tensorflow::EndsFunctions(op_type); }

std::optional<std::string> NextIterationOfMerge(std::string_view op) {
  return tensorflow::NextIterationOfMerge(op);
}

bool NamesCall(std::string_view op) { return tensorflow::NamesCall(op); }

}  // namespace tdbg::frameworks
