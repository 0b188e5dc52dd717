// How TensorFlow spells the names of ops and of their types, beside the tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tdbg::frameworks::tensorflow {

// The user's name of a type: oneDNN's kernels have names of their own ("_MklMatMul" is MatMul).
std::string_view UsersType(std::string_view op_type);

// Whether other ops are fused to ops of this type; which ones, their attributes tell.
bool IsFused(std::string_view op_type);

// As frameworks/op_types.h has them.
std::string_view PlainType(std::string_view op_type);
bool StartsNextIteration(std::string_view op_type);
bool KeepsForGradient(std::string_view graph);
bool ChoosesWay(std::string_view op_type);
int32_t WayFor(std::string_view op_type, double number, int32_t outputs);
bool EndsFunctions(std::string_view op_type);
std::optional<std::string> NextIterationOfMerge(std::string_view op);
bool NamesCall(std::string_view op);
bool NamesPipelineFunction(std::string_view function);
bool YieldsOfPipeline(std::string_view op_type);
bool DifferentiatesIn(std::string_view file);

// Whether ops of this type change a variable.
bool Assigns(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
