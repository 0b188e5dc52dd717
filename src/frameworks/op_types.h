// The op types of all frameworks by name. A table of theirs answers each question; nothing else in
// tdbg knows an op type by its name (tools/check_op_types.py).
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

// Whether such an op hands its input to the next iteration of a loop.
bool StartsNextIteration(std::string_view op_type);

// Of the op that joins the iterations of a loop, "while/Merge_3": the name of the one that hands
// its input to the next iteration, "while/NextIteration_3". nullopt for what is called otherwise.
std::optional<std::string> NextIterationOfMerge(std::string_view op);

// Whether an op of that name calls a function, or was inlined from a call.
bool NamesCall(std::string_view op);

// Whether what a function returns passes through ops of this type at its end.
bool EndsFunctions(std::string_view op_type);

}  // namespace tdbg::frameworks
