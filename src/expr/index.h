// Choosing elements as numpy does: x[1:, None, ..., x > 0, [0, 2]].
#pragma once

#include <span>

#include "expr/object.h"

namespace tdbg::expr {

// What stands between the brackets: numbers, SliceBounds, None (a new axis), one Ellipsis, arrays
// or lists of integers or bools. The result is a copy. `wrong` is set to the item an error is
// about; it stays as it was where no single one is to blame.
Result<Array> Index(const Array& array, std::span<const Object> items, const Stop& stop,
                    size_t& wrong);

}  // namespace tdbg::expr
