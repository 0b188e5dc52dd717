// The functions that expressions over tensors can call.
#pragma once

#include <span>
#include <string_view>

namespace tdbg::expr {

struct FunctionInfo {
  std::string_view name;
  std::string_view signature;  // "sum(a, axis=None, keepdims=False)"
  std::string_view summary;    // one line
};

// All of them, sorted by name, other names of the same function included.
std::span<const FunctionInfo> Functions();

}  // namespace tdbg::expr
