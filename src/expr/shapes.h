// Changing shapes, and the axes that functions work along.
#pragma once

#include <span>
#include <vector>

#include "expr/object.h"

namespace tdbg::expr {

// Axes counted from 0 where negative ones count from the end; none twice.
Result<std::vector<int>> NormalizeAxes(std::span<const int64_t> axes, int rank);
Result<int> NormalizeAxis(int64_t axis, int rank);

// The elements at `offset` and on, `strides` elements apart on each axis of `shape`.
Result<Array> CopyStrided(const Array& array, int64_t offset, tensor::Shape shape,
                          std::vector<int64_t> strides, const Stop& stop);

// Axis i of the result is axis order[i] of the array.
Result<Array> Transpose(const Array& array, std::span<const int> order, const Stop& stop);
Result<Array> Transpose(const Array& array, const Stop& stop);  // all axes reversed

// At most one extent may be -1: whatever is left.
Result<Array> Reshape(const Array& array, std::vector<int64_t> dims);

// Without the axes given (all of extent 1), or without every axis of extent 1 where none are given.
Result<Array> Squeeze(const Array& array, std::span<const int> axes);

// With axes of extent 1 put in at these places of the result.
Result<Array> ExpandDims(const Array& array, std::span<const int64_t> axes);

// Arrays of one shape, save on `axis`, one behind another.
Result<Array> Concatenate(std::span<const Array> arrays, int64_t axis, const Stop& stop);

// One of x and y for each element of the condition; all broadcast.
Result<Array> Where(const Array& condition, const Array& x, const Array& y, const Stop& stop);

// For each axis the indices of the elements that are not zero, as int64.
Result<std::vector<Array>> Nonzero(const Array& array);

}  // namespace tdbg::expr
