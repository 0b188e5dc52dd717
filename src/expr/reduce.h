// Reductions along axes: sums, extremes, counts.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/object.h"

namespace tdbg::expr {

// Along which axes, and whether they stay with the extent 1. No axes given means all of them.
struct Along {
  std::optional<std::vector<int64_t>> axes;
  bool keep = false;
};

// An array seen as [outer, n, inner], where n is what is reduced: transposed where the axes are not
// neighbours.
struct Lanes {
  Array array;
  int64_t outer = 1;
  int64_t n = 1;
  int64_t inner = 1;
  tensor::Shape result;  // of the reduction

  int64_t results() const { return outer * inner; }
};
Result<Lanes> LanesOf(const Array& array, const Along& along, const Stop& stop);
// The same with inner = 1.
Result<Lanes> RowsOf(const Array& array, const Along& along, const Stop& stop);

// Sums as numpy makes them: of integers in 64 bits, of float32, float64 and complex numbers in
// their own type and in numpy's order (pairwise along neighbours), so that the last bit is the
// same. Of float16 and narrower floats in float32, rounded once, which is never further off than
// numpy. `dtype` is what is summed in instead.
Result<Array> Sum(const Array& array, const Along& along, const Stop& stop,
                  std::optional<tensor::DType> dtype = std::nullopt);
Result<Array> Product(const Array& array, const Along& along, const Stop& stop);

// A NaN wins. An error where there is nothing to choose from.
Result<Array> Minimum(const Array& array, const Along& along, const Stop& stop);
Result<Array> Maximum(const Array& array, const Along& along, const Stop& stop);
Result<Array> ArgMinimum(const Array& array, const Along& along, const Stop& stop);
Result<Array> ArgMaximum(const Array& array, const Along& along, const Stop& stop);

Result<Array> Any(const Array& array, const Along& along, const Stop& stop);
Result<Array> All(const Array& array, const Along& along, const Stop& stop);
Result<Array> CountNonzero(const Array& array, const Along& along, const Stop& stop);

// Integers become float64.
Result<Array> Mean(const Array& array, const Along& along, const Stop& stop);
Result<Array> Variance(const Array& array, const Along& along, double ddof, const Stop& stop);

// Along one axis; without one, along all elements.
Result<Array> CumulativeSum(const Array& array, std::optional<int64_t> axis, const Stop& stop);
Result<Array> CumulativeProduct(const Array& array, std::optional<int64_t> axis, const Stop& stop);

}  // namespace tdbg::expr
