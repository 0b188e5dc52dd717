// How many elements fall into which interval.
#pragma once

#include <optional>
#include <utility>

#include "expr/object.h"

namespace tdbg::expr {

struct Histogram {
  Array counts;  // int64
  Array edges;   // one more than counts
};

// `bins` is a number of intervals of equal width between the limits (those of the data where none
// are given), or the edges themselves, ascending. Each interval holds its lower edge, the last one
// both. What lies outside is not counted.
Result<Histogram> HistogramOf(const Array& array, const Array& bins,
                              const std::optional<std::pair<Array, Array>>& limits,
                              const Stop& stop);

}  // namespace tdbg::expr
