// The tables behind functions.h, and finding one of their functions.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "expr/call.h"

namespace tdbg::expr {

std::span<const Function> ElementwiseFunctions();
std::span<const Function> ReducingFunctions();
std::span<const Function> ShapingFunctions();
std::span<const Function> OrderingFunctions();

// Null where there is none of this name.
const Function* FindFunction(std::string_view name);

// The names of all functions, and of those that are methods, too.
const std::vector<std::string_view>& FunctionNames();
const std::vector<std::string_view>& MethodNames();

}  // namespace tdbg::expr
