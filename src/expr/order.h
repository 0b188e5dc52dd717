// Sorting, and what sorted arrays tell: medians, quantiles, distinct values.
#pragma once

#include <optional>

#include "expr/object.h"
#include "expr/reduce.h"

namespace tdbg::expr {

// Ascending along one axis, NaN last; all elements as one row without an axis. Equal elements keep
// their order, which numpy does not promise.
Result<Array> Sort(const Array& array, std::optional<int64_t> axis, const Stop& stop);
Result<Array> ArgSort(const Array& array, std::optional<int64_t> axis, const Stop& stop);

// The distinct elements, sorted, and how often each occurs; all NaN are one.
struct Distinct {
  Array values;
  Array counts;
};
Result<Distinct> Unique(const Array& array, const Stop& stop);

// With linear interpolation between neighbours. `q` holds numbers between 0 and 1; the result has
// its axes before the others. NaN wherever an element is NaN.
Result<Array> Quantile(const Array& array, const Array& q, const Along& along, const Stop& stop);
Result<Array> Median(const Array& array, const Along& along, const Stop& stop);

}  // namespace tdbg::expr
