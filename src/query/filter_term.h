// A compiled filter: a tree of conditions and numbers over the fields of an event.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "expr/node.h"
#include "query/filter_fields.h"

namespace tdbg::query {

// What a text must be.
struct TextTest {
  std::vector<std::string> any_of;
  std::unique_ptr<re2::RE2> regex;  // instead, where it is set

  bool Accepts(std::string_view text) const;
};

struct FilterTerm {
  enum class Kind : uint8_t {
    // Conditions.
    kTruth,    // number is 0 or 1
    kCompare,  // op between two numbers
    kNotZero,  // of a number
    kText,     // field passes test number `test_index`
    kShapeIs,  // field kShape equals `shape`
    kHasBad,   // NaN or an infinity
    kAnd,
    kOr,
    kNot,
    // Numbers.
    kConstant,
    kField,
    kShapeItem,   // extent at the index children[0]
    kArithmetic,  // op between two numbers
    kNegate,
    kMagnitude,
    kOneIfTrue,  // of a condition
  };

  Kind kind = Kind::kTruth;
  expr::Op op = expr::Op::kAdd;
  Field field = Field::kName;
  bool recorded = false;  // needs what was recorded of the tensor
  double number = 0;
  std::vector<int64_t> shape;
  std::shared_ptr<const TextTest> test;  // shared, because terms are copied while compiling
  size_t test_index = 0;                 // among all tests of the filter
  std::vector<FilterTerm> children;
};

}  // namespace tdbg::query
