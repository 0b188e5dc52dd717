#include "expr/shapes.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/broadcast.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/promotion.h"
#include "tensor/strided_runs.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

std::vector<int64_t> DimsOf(const Array& array) {
  return {array.shape().dims().begin(), array.shape().dims().end()};
}

}  // namespace

Result<int> NormalizeAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) {
    const std::string accepted =
        rank == 0 ? "there is none"
                  : "it has " + std::to_string(rank) + (rank == 1 ? " axis" : " axes");
    return InvalidArgument("there is no axis " + std::to_string(axis) + "; " + accepted);
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Result<std::vector<int>> NormalizeAxes(std::span<const int64_t> axes, int rank) {
  std::vector<int> normal;
  for (const int64_t axis : axes) {
    TDBG_ASSIGN_OR_RETURN(const int one, NormalizeAxis(axis, rank));
    if (std::find(normal.begin(), normal.end(), one) != normal.end()) {
      return InvalidArgument("axis " + std::to_string(axis) + " is named twice");
    }
    normal.push_back(one);
  }
  return normal;
}

Result<Array> CopyStrided(const Array& array, int64_t offset, Shape shape,
                          std::vector<int64_t> strides, const Stop& stop) {
  const int64_t bytes = tensor::ElementStride(array.dtype());
  const Walk<2> walk(shape, {std::move(strides), BroadcastStrides(shape, shape)});
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(array.dtype(), std::move(shape)));
  TDBG_RETURN_IF_ERROR(walk.ForEachRow(stop, [&](const std::array<int64_t, 2>& offsets) {
    tensor::GatherElements(array.data() + (offset + offsets[0]) * bytes, walk.row_stride(0) * bytes,
                           walk.row_length(), bytes, builder.data() + offsets[1] * bytes);
  }));
  return std::move(builder).FinishFrom(array);
}

Result<Array> Transpose(const Array& array, std::span<const int> order, const Stop& stop) {
  const std::vector<int64_t> own = BroadcastStrides(array.shape(), array.shape());
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  for (const int axis : order) {
    dims.push_back(array.shape()[axis]);
    strides.push_back(own[static_cast<size_t>(axis)]);
  }
  return CopyStrided(array, 0, Shape(std::move(dims)), std::move(strides), stop);
}

Result<Array> Transpose(const Array& array, const Stop& stop) {
  std::vector<int> order(static_cast<size_t>(array.rank()));
  std::iota(order.rbegin(), order.rend(), 0);
  return Transpose(array, order, stop);
}

Result<Array> Reshape(const Array& array, std::vector<int64_t> dims) {
  int64_t known = 1;
  int64_t* open = nullptr;
  const std::string asked = Shape(dims).ToString();
  const auto impossible = [&] {
    return InvalidArgument("an array of " + std::to_string(array.size()) +
                           " elements has no shape " + asked);
  };
  for (int64_t& dim : dims) {
    if (dim == -1 && !open) {
      open = &dim;
    } else if (dim < 0 || __builtin_mul_overflow(known, dim, &known)) {
      return impossible();
    }
  }
  if (open) *open = known == 0 ? 0 : array.size() / known;
  Shape shape(std::move(dims));
  if (shape.NumElements() != array.size() || (open && known == 0)) return impossible();
  TDBG_RETURN_IF_ERROR(CheckShape(shape));
  return WithShape(array, std::move(shape));
}

Result<Array> Squeeze(const Array& array, std::span<const int> axes) {
  std::vector<int64_t> dims;
  for (int axis = 0; axis < array.rank(); ++axis) {
    const bool named = std::find(axes.begin(), axes.end(), axis) != axes.end();
    if (named && array.shape()[axis] != 1) {
      return InvalidArgument("axis " + std::to_string(axis) + " has the extent " +
                             std::to_string(array.shape()[axis]) + ", not 1");
    }
    const bool drop = axes.empty() ? array.shape()[axis] == 1 : named;
    if (!drop) dims.push_back(array.shape()[axis]);
  }
  return WithShape(array, Shape(std::move(dims)));
}

Result<Array> ExpandDims(const Array& array, std::span<const int64_t> axes) {
  const int rank = array.rank() + static_cast<int>(axes.size());
  TDBG_ASSIGN_OR_RETURN(const std::vector<int> places, NormalizeAxes(axes, rank));
  std::vector<int64_t> dims;
  int own = 0;
  for (int axis = 0; axis < rank; ++axis) {
    const bool added = std::find(places.begin(), places.end(), axis) != places.end();
    dims.push_back(added ? 1 : array.shape()[own++]);
  }
  TDBG_RETURN_IF_ERROR(CheckShape(Shape(dims)));
  return WithShape(array, Shape(std::move(dims)));
}

Result<Array> Concatenate(std::span<const Array> arrays, int64_t axis, const Stop& stop) {
  if (arrays.empty()) return InvalidArgument("there is nothing to put together");
  TDBG_ASSIGN_OR_RETURN(const int along, NormalizeAxis(axis, arrays[0].rank()));
  std::vector<int64_t> dims = DimsOf(arrays[0]);
  const auto at = static_cast<size_t>(along);
  DType dtype = arrays[0].dtype();
  dims[at] = 0;
  for (const Array& array : arrays) {
    std::vector<int64_t> here = DimsOf(array);
    const bool same_rank = here.size() == dims.size();
    const int64_t extent = same_rank ? std::exchange(here[at], dims[at]) : 0;
    if (!same_rank || here != dims) {
      return InvalidArgument("arrays of the shapes " + arrays[0].shape().ToString() + " and " +
                             array.shape().ToString() + " cannot be put together along axis " +
                             std::to_string(along));
    }
    if (__builtin_add_overflow(dims[at], extent, &dims[at])) {
      return InvalidArgument("the result would be too large");
    }
    TDBG_ASSIGN_OR_RETURN(dtype, Promote(dtype, array.dtype()));
  }
  const int64_t inner =
      std::accumulate(dims.begin() + along + 1, dims.end(), int64_t{1}, std::multiplies<int64_t>());
  const int64_t row = inner * dims[at];
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, Shape(dims)));
  const int64_t bytes = tensor::ElementStride(dtype);
  int64_t begin = 0;
  for (const Array& array : arrays) {
    TDBG_RETURN_IF_ERROR(stop.Check());
    TDBG_ASSIGN_OR_RETURN(const Array part, Cast(array, dtype));
    const int64_t length = inner * part.shape()[along];
    for (int64_t i = 0; length > 0 && i < part.size() / length; ++i) {
      std::memcpy(builder.data() + (i * row + begin) * bytes, part.data() + i * length * bytes,
                  static_cast<size_t>(length * bytes));
    }
    begin += length;
  }
  return std::move(builder).Finish();
}

Result<Array> Where(const Array& condition, const Array& x, const Array& y, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const DType dtype, PromoteOperands(x, y));
  TDBG_ASSIGN_OR_RETURN(const Array yes, CastOperand(x, dtype));
  TDBG_ASSIGN_OR_RETURN(const Array no, CastOperand(y, dtype));
  TDBG_ASSIGN_OR_RETURN(const Array test, AsBools(condition));
  TDBG_ASSIGN_OR_RETURN(const Shape values, Broadcast(yes.shape(), no.shape()));
  TDBG_ASSIGN_OR_RETURN(Shape shape, Broadcast(test.shape(), values));
  const Walk<4> walk(shape,
                     {BroadcastStrides(test.shape(), shape), BroadcastStrides(yes.shape(), shape),
                      BroadcastStrides(no.shape(), shape), BroadcastStrides(shape, shape)});
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, std::move(shape)));
  const int64_t bytes = tensor::ElementStride(dtype);
  TDBG_RETURN_IF_ERROR(walk.ForEachRow(stop, [&](const std::array<int64_t, 4>& offsets) {
    for (int64_t i = 0; i < walk.row_length(); ++i) {
      const bool take = test.data()[offsets[0] + i * walk.row_stride(0)] != std::byte{0};
      const std::byte* from = take ? yes.data() + (offsets[1] + i * walk.row_stride(1)) * bytes
                                   : no.data() + (offsets[2] + i * walk.row_stride(2)) * bytes;
      std::memcpy(builder.data() + (offsets[3] + i) * bytes, from, static_cast<size_t>(bytes));
    }
  }));
  return std::move(builder).Finish();
}

Result<std::vector<Array>> Nonzero(const Array& array) {
  TDBG_ASSIGN_OR_RETURN(const Array test, AsBools(array));
  const std::byte* begin = test.data();
  const int64_t found = test.size() - std::count(begin, begin + test.size(), std::byte{0});
  std::vector<ArrayBuilder> builders;
  for (int axis = 0; axis < array.rank(); ++axis) {
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(DType::kI64, Shape{found}));
    builders.push_back(std::move(builder));
  }
  int64_t at = 0;
  for (int64_t flat = 0; flat < test.size(); ++flat) {
    if (begin[flat] == std::byte{0}) continue;
    int64_t rest = flat;
    for (int axis = array.rank() - 1; axis >= 0; --axis) {
      const int64_t index = rest % array.shape()[axis];
      rest /= array.shape()[axis];
      std::memcpy(builders[static_cast<size_t>(axis)].data() + at * 8, &index, sizeof(index));
    }
    ++at;
  }
  std::vector<Array> indices;
  for (ArrayBuilder& builder : builders) indices.push_back(std::move(builder).Finish());
  return indices;
}

}  // namespace tdbg::expr
