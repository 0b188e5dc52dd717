// From text to tree, by Python's grammar of expressions as far as numbers and tensors need it.
#pragma once

#include <memory>
#include <string_view>

#include "base/status.h"
#include "expr/node.h"

namespace tdbg::expr {

// Trees are at most this many levels deep, so that whoever walks them may recurse.
inline constexpr int kDeepest = 200;

// Besides Python's expressions: `tensor name` in backticks, and a =~ b, a !~ b for matching a
// regular expression. Without lambda, comprehensions, dictionaries, assignment and starred
// arguments. Any text is safe; a mistake is kInvalidArgument and underlined.
Result<std::unique_ptr<Node>> Parse(std::string_view text);

}  // namespace tdbg::expr
