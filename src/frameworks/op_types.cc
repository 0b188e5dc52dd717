#include "frameworks/op_types.h"

#include "frameworks/tensorflow/bad_number_paths.h"
#include "frameworks/tensorflow/calculations.h"
#include "frameworks/tensorflow/finite_ops.h"
#include "frameworks/tensorflow/gradients.h"
#include "frameworks/tensorflow/op_names.h"
#include "frameworks/tensorflow/op_roles.h"
#include "frameworks/tensorflow/spellings.h"
#include "frameworks/tensorflow/value_inputs.h"
#include "frameworks/tensorflow/written_names.h"

namespace tdbg::frameworks {

// Of several frameworks the first one that lists the type would answer.
OpRole RoleOf(std::string_view op_type) { return tensorflow::RoleOf(op_type); }

Calculation CalculationOf(std::string_view op_type) {
  return tensorflow::CalculationOf(PlainType(op_type));
}

std::string_view PlainType(std::string_view op_type) { return tensorflow::PlainType(op_type); }

bool DecidesByValue(std::string_view op_type) { return tensorflow::DecidesByValue(op_type); }

std::optional<bool> AnswerToBad(std::string_view op_type) {
  return tensorflow::AnswerToBad(op_type);
}

bool StartsNextIteration(std::string_view op_type) {
  return tensorflow::StartsNextIteration(op_type);
}

bool EndsFunctions(std::string_view op_type) { return tensorflow::EndsFunctions(op_type); }

std::optional<std::string> NextIterationOfMerge(std::string_view op) {
  return tensorflow::NextIterationOfMerge(op);
}

std::vector<std::string> NamesAsWritten(std::string_view op) {
  return tensorflow::NamesAsWritten(op);
}

bool IsFusedAs(std::string_view written_type, std::string_view fused_type) {
  return tensorflow::IsFusedAs(written_type, fused_type);
}

bool KeepsFinite(std::string_view op_type) { return tensorflow::KeepsFinite(PlainType(op_type)); }

BadNumbers MadeOf(std::string_view op_type, size_t input, BadNumber number) {
  return tensorflow::MadeOf(PlainType(op_type), input, number);
}

bool CallsGradientFunction(std::string_view function) {
  return tensorflow::CallsGradientFunction(function);
}

bool MakesGradientOf(std::string_view function, std::string_view op_type) {
  return tensorflow::MakesGradientOf(function, op_type);
}

bool IsValueInput(std::string_view op_type, size_t input, size_t inputs) {
  return tensorflow::IsValueInput(op_type, input, inputs);
}

bool NamesPipelineFunction(std::string_view function) {
  return tensorflow::NamesPipelineFunction(function);
}

bool YieldsOfPipeline(std::string_view op_type) { return tensorflow::YieldsOfPipeline(op_type); }

bool NamesCall(std::string_view op) { return tensorflow::NamesCall(op); }

bool DifferentiatesIn(std::string_view file) { return tensorflow::DifferentiatesIn(file); }

std::vector<std::string> Spellings(std::string_view op_type) {
  return tensorflow::Spellings(op_type);
}

}  // namespace tdbg::frameworks
