// What names and attributes mean in an expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "expr/node.h"
#include "expr/object.h"

namespace tdbg::expr {

// pi, True, float32 and the like.
std::optional<Object> ConstantOf(std::string_view name);

// x.shape, x.T and the like.
Result<Object> AttributeOf(const Object& object, std::string_view name, const Stop& stop);

// The name that a node spells, without `np.` and `np.linalg.`; nullopt where it is no name.
std::optional<std::string> PlainName(const Node& node);

}  // namespace tdbg::expr
