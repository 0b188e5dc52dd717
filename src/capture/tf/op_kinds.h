// What TensorFlow's op types mean to a debugger: the only table of op types on the program's side.
#pragma once

#include <cstdint>
#include <string_view>

namespace tdbg::tf {

struct OpKind {
  uint32_t role;        // tdbg_role
  bool may_give_birth;  // and destroy its inputs in doing so
  bool assigns;
};

// By the op's type as it is executed (`_MklMatMul`, `_FusedConv2D`). Types that nobody listed
// compute.
OpKind KindOfOp(std::string_view type);

// The user's name of a type: oneDNN's kernels have names of their own ("_MklMatMul" is MatMul).
std::string_view UsersType(std::string_view type);

}  // namespace tdbg::tf
