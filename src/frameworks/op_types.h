// The op types of all frameworks by name. A table of theirs answers each question; nothing else in
// tdbg knows an op type by its name (tools/check_op_types.py).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frameworks/bad_number.h"
#include "frameworks/calculation.h"
#include "frameworks/op_role.h"

namespace tdbg::frameworks {

// Types that nobody listed compute.
OpRole RoleOf(std::string_view op_type);

// Also of the variants that a fast library has of an op, or that were fused with what comes behind.
Calculation CalculationOf(std::string_view op_type);

// What such a variant is about: "_MklNativeFusedMatMul" is a MatMul.
std::string_view PlainType(std::string_view op_type);

// Whether what such an op makes is never bad, but says how numbers compare or what they are: a bad
// number is a reason for another answer.
bool DecidesByValue(std::string_view op_type);

// Of an op that looks for numbers that are not finite, what it answers where it finds one; nullopt
// for any other op.
std::optional<bool> AnswerToBad(std::string_view op_type);

// Whether such an op hands its input to the next iteration of a loop.
bool StartsNextIteration(std::string_view op_type);

// Of the op that joins the iterations of a loop, "while/Merge_3": the name of the one that hands
// its input to the next iteration, "while/NextIteration_3". nullopt for what is called otherwise.
std::optional<std::string> NextIterationOfMerge(std::string_view op);

// The names that the user's op may have had, where an optimiser made one called `op` of it: the
// likeliest first. Which of them there is, the graph as written tells.
std::vector<std::string> NamesAsWritten(std::string_view op);

// Whether the user's op of `written_type` is what the runtime, where it puts ops together, lists as
// `fused_type`.
bool IsFusedAs(std::string_view written_type, std::string_view fused_type);

// Whether an op of that type makes finite numbers of finite numbers, whatever these are.
bool KeepsFinite(std::string_view op_type);

// Whether a function of that name in the framework's own code calls the function that makes the
// gradient of an op; and whether that one is called `function` for ops of that type.
bool CallsGradientFunction(std::string_view function);
bool MakesGradientOf(std::string_view function, std::string_view op_type);

// The bad numbers one of which an op surely makes of such a number in its input, whatever else it
// reads: a sum of an infinity. Empty where it may make finite numbers of it, or leave it out: a
// softmax of a −∞, a choice.
BadNumbers MadeOf(std::string_view op_type, size_t input, BadNumber number);

// Whether input `input` of `inputs` of an op holds numbers that its result is made of: no shape,
// axis, index, condition or seed.
bool IsValueInput(std::string_view op_type, size_t input, size_t inputs);

// Whether an op of that name calls a function, or was inlined from a call.
bool NamesCall(std::string_view op);

// Whether datasets call a function of that name for each of their elements; and whether an op of
// that type yields what came of it.
bool NamesPipelineFunction(std::string_view function);
bool YieldsOfPipeline(std::string_view op_type);

// Whether what a function returns passes through ops of this type at its end.
bool EndsFunctions(std::string_view op_type);

// Whether the framework differentiates in this file of its own: ops with it in their stack are of a
// gradient.
bool DifferentiatesIn(std::string_view file);

// What stands in a Python program where an op of this type is made, likeliest first: " * ", "log(".
std::vector<std::string> Spellings(std::string_view op_type);

}  // namespace tdbg::frameworks
