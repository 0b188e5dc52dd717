// An expression as a tree: what the parser makes and what evaluation and filters read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expr/underline.h"

namespace tdbg::expr {

enum class NodeKind {
  kInteger,      // number
  kFloat,        // real
  kImaginary,    // real
  kText,         // text
  kTensor,       // text: what stood between the backticks
  kName,         // text
  kList,         // children
  kTuple,        // children
  kUnary,        // op, children[0]
  kBinary,       // op, children[0] and [1]
  kCompare,      // chained: ops[i] between children[i] and children[i + 1]
  kAnd,          // two or more children
  kOr,           // two or more children
  kConditional,  // children: the value, the condition, the other value
  kCall,         // children[0] is called with the others; a kKeyword child is a named argument
  kKeyword,      // text names it, children[0] is its value; only in kCall
  kAttribute,    // text of children[0]
  kIndex,        // children[0] indexed by the others
  kSlice,        // children: start, stop, step, null where left out; only in kIndex
  kEllipsis,     // only in kIndex
};

enum class Op {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kRemainder,
  kMatmul,
  kPower,
  kBitAnd,
  kBitOr,
  kBitXor,
  kShiftLeft,
  kShiftRight,
  kNegative,
  kPositive,
  kInvert,
  kNot,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kIn,
  kNotIn,
  kMatch,     // =~
  kNotMatch,  // !~
};

// "+", "not in": as it is written.
std::string_view SymbolOf(Op op);

struct Node {
  NodeKind kind = NodeKind::kTuple;
  Range range;
  Range op_range;  // of the operator, where there is one
  int depth = 1;   // levels of nodes from here down
  Op op = Op::kAdd;
  std::vector<Op> ops;
  std::string text;
  uint64_t number = 0;
  double real = 0;
  std::vector<std::unique_ptr<Node>> children;
};

}  // namespace tdbg::expr
