#include "expr/linalg.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "expr/allowance.h"
#include "expr/arithmetic.h"
#include "expr/broadcast.h"
#include "expr/cast.h"
#include "expr/element_block.h"
#include "expr/elementwise.h"
#include "expr/map.h"
#include "expr/promotion.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

Status Mismatch(const Array& a, const Array& b) {
  return InvalidArgument("matrices of the shapes " + a.shape().ToString() + " and " +
                         b.shape().ToString() + " do not fit for a product");
}

Shape FirstAxes(const Shape& shape, int count) {
  return Shape(std::vector<int64_t>(shape.dims().begin(), shape.dims().begin() + count));
}

// Integers wrap as 64-bit numbers do.
template <typename T>
T MultiplyAdd(T sum, T a, T b) {
  if constexpr (kIsComplex<T>) {
    return {sum.real() + (a.real() * b.real() - a.imag() * b.imag()),
            sum.imag() + (a.real() * b.imag() + a.imag() * b.real())};
  } else {
    return sum + a * b;
  }
}

// c[m,n] += a[m,k] b[k,n], all of T. Block by block, so that a block of b stays in the cache while
// it meets every row of a; what is added to an element comes in the order of k.
template <typename T>
Status MultiplyMatrices(const T* a, const T* b, T* c, int64_t m, int64_t k, int64_t n,
                        const Stop& stop) {
  constexpr int64_t kDeep = 64, kWide = 256, kAtOnce = 4;
  for (int64_t left = 0; left < n; left += kWide) {
    const int64_t width = std::min(kWide, n - left);
    for (int64_t top = 0; top < k; top += kDeep) {
      const int64_t end = std::min(top + kDeep, k);
      for (int64_t i = 0; i < m; ++i) {
        if (i % 16 == 0) TDBG_RETURN_IF_ERROR(stop.Check());
        const T* factor = a + i * k;
        T* __restrict to = c + i * n + left;
        int64_t j = top;
        for (; j + kAtOnce <= end; j += kAtOnce) {
          const T *row0 = b + j * n + left, *row1 = row0 + n, *row2 = row1 + n, *row3 = row2 + n;
          const T f0 = factor[j], f1 = factor[j + 1], f2 = factor[j + 2], f3 = factor[j + 3];
          for (int64_t x = 0; x < width; ++x) {
            T sum = MultiplyAdd(to[x], f0, row0[x]);
            sum = MultiplyAdd(sum, f1, row1[x]);
            sum = MultiplyAdd(sum, f2, row2[x]);
            to[x] = MultiplyAdd(sum, f3, row3[x]);
          }
        }
        for (; j < end; ++j) {
          const T* row = b + j * n + left;
          for (int64_t x = 0; x < width; ++x) to[x] = MultiplyAdd(to[x], factor[j], row[x]);
        }
      }
    }
  }
  return Status::Ok();
}

// Stacks of matrices [..., m, k] and [..., k, n] of one dtype.
Result<Array> MultiplyStacks(const Array& a, const Array& b, const Stop& stop) {
  const int64_t m = a.shape()[a.rank() - 2];
  const int64_t k = a.shape()[a.rank() - 1];
  const int64_t n = b.shape()[b.rank() - 1];
  if (b.shape()[b.rank() - 2] != k) return Mismatch(a, b);
  const Shape a_stack = FirstAxes(a.shape(), a.rank() - 2);
  const Shape b_stack = FirstAxes(b.shape(), b.rank() - 2);
  TDBG_ASSIGN_OR_RETURN(const Shape stack, Broadcast(a_stack, b_stack));
  std::vector<int64_t> dims(stack.dims().begin(), stack.dims().end());
  dims.push_back(m);
  dims.push_back(n);
  const DType dtype = a.dtype();
  const int64_t bytes = tensor::ElementStride(dtype);
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, Shape(std::move(dims))));
  TDBG_RETURN_IF_ERROR(
      Spending::TakeMultiplications(static_cast<double>(builder.size()) * static_cast<double>(k)));
  const int64_t width = NumbersOf(dtype) == Numbers::kComplex ? 16 : 8;
  TDBG_RETURN_IF_ERROR(Spending::TakeBytes((m * k + k * n + m * n) * width));
  const Walk<3> walk(stack, {BroadcastStrides(a_stack, stack), BroadcastStrides(b_stack, stack),
                             BroadcastStrides(stack, stack)});
  Status status;
  const auto multiply = [&]<typename T>(std::type_identity<T>) {
    std::vector<T> left(static_cast<size_t>(m * k));
    std::vector<T> right(static_cast<size_t>(k * n));
    std::vector<T> product(static_cast<size_t>(m * n));
    const Status walked = walk.ForEachRow(stop, [&](const std::array<int64_t, 3>& offsets) {
      for (int64_t i = 0; i < walk.row_length() && status.ok(); ++i) {
        const auto at = [&](size_t operand) {
          return offsets[operand] + i * walk.row_stride(operand);
        };
        LoadBlock(dtype, a.data() + at(0) * m * k * bytes, m * k, left.data());
        LoadBlock(dtype, b.data() + at(1) * k * n * bytes, k * n, right.data());
        std::fill(product.begin(), product.end(), T(0));
        status = MultiplyMatrices(left.data(), right.data(), product.data(), m, k, n, stop);
        StoreBlock(dtype, product.data(), m * n, builder.data() + at(2) * m * n * bytes);
      }
    });
    if (status.ok()) status = walked;
  };
  switch (NumbersOf(dtype)) {
    case Numbers::kReal:
      multiply(std::type_identity<double>());
      break;
    case Numbers::kComplex:
      multiply(std::type_identity<std::complex<double>>());
      break;
    default:
      multiply(std::type_identity<uint64_t>());
      break;
  }
  TDBG_RETURN_IF_ERROR(status);
  return std::move(builder).Finish();
}

Result<Array> Root(const Array& squares, const Stop& stop) {
  return Apply(ElementFunctionOf("sqrt"), squares, stop);
}

Result<Array> VectorNorm(const Array& x, const Object& order, const Along& along,
                         const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array size, Apply(ElementFunctionOf("abs"), x, stop));
  double p = 2;
  if (const Array* number = order.array(); number && number->size() == 1) {
    p = tensor::ReadDouble(number->dtype(), number->data());
  } else if (!order.none()) {
    return InvalidArgument("the order of a vector's norm is a number");
  }
  if (p == 1) return Sum(size, along, stop);
  if (p == 0) {
    TDBG_ASSIGN_OR_RETURN(const Array count, CountNonzero(size, along, stop));
    return Cast(count, size.dtype());
  }
  if (std::isinf(p)) {
    if (p < 0) return Minimum(size, along, stop);
    TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(size, along, stop));
    if (lanes.n == 0) return Sum(size, along, stop);  // zeros
    return Maximum(size, along, stop);
  }
  // In double precision: large numbers do not overflow, small ones are not lost.
  TDBG_ASSIGN_OR_RETURN(const Array wide, Cast(size, DType::kF64));
  TDBG_ASSIGN_OR_RETURN(const Array powers, Apply(Op::kPower, wide, WeakReal(p), stop));
  TDBG_ASSIGN_OR_RETURN(const Array sum, Sum(powers, along, stop));
  if (p == 2) {
    TDBG_ASSIGN_OR_RETURN(const Array root, Root(sum, stop));
    return Cast(root, size.dtype());
  }
  TDBG_ASSIGN_OR_RETURN(const Array root, Apply(Op::kPower, sum, WeakReal(1 / p), stop));
  return Cast(root, size.dtype());
}

Result<Array> MatrixNorm(const Array& x, const Object& order, const Along& along,
                         const Stop& stop) {
  const std::string* name = order.text();
  if (order.none() || (name && *name == "fro")) {
    return VectorNorm(x, Object{None{}}, along, stop);
  }
  const Array* number = order.array();
  const double p = number && number->size() == 1
                       ? tensor::ReadDouble(number->dtype(), number->data())
                       : std::nan("");
  if (p != 1 && p != -1 && !std::isinf(p)) {
    return InvalidArgument("the norms of a matrix are 'fro', 1, -1, inf and -inf");
  }
  TDBG_ASSIGN_OR_RETURN(const std::vector<int> axes, NormalizeAxes(*along.axes, x.rank()));
  TDBG_ASSIGN_OR_RETURN(const Array size, Apply(ElementFunctionOf("abs"), x, stop));
  // Columns are summed for 1, rows for infinity; then the largest or smallest sum is taken.
  const int summed = std::isinf(p) ? axes[1] : axes[0];
  const int chosen = std::isinf(p) ? axes[0] : axes[1];
  TDBG_ASSIGN_OR_RETURN(const Array sums, Sum(size, {std::vector<int64_t>{summed}, true}, stop));
  const Along rest{std::vector<int64_t>{chosen}, true};
  TDBG_ASSIGN_OR_RETURN(const Array norm,
                        p > 0 ? Maximum(sums, rest, stop) : Minimum(sums, rest, stop));
  if (along.keep) return norm;
  return Squeeze(norm, axes);
}

}  // namespace

Result<Array> Matmul(const Array& a, const Array& b, const Stop& stop) {
  if (a.rank() == 0 || b.rank() == 0) {
    return InvalidArgument("'@' and matmul take arrays, not single numbers; use '*'");
  }
  TDBG_ASSIGN_OR_RETURN(const DType dtype, PromoteOperands(a, b));
  TDBG_ASSIGN_OR_RETURN(Array left, CastOperand(a, dtype));
  TDBG_ASSIGN_OR_RETURN(Array right, CastOperand(b, dtype));
  // A vector is a row on the left and a column on the right, and loses that axis again.
  if (a.rank() == 1) left = WithShape(left, Shape{1, a.size()});
  if (b.rank() == 1) right = WithShape(right, Shape{b.size(), 1});
  if (left.shape()[left.rank() - 1] != right.shape()[right.rank() - 2]) return Mismatch(a, b);
  TDBG_ASSIGN_OR_RETURN(const Array product, MultiplyStacks(left, right, stop));
  std::vector<int64_t> dims(product.shape().dims().begin(), product.shape().dims().end());
  if (b.rank() == 1) dims.pop_back();
  if (a.rank() == 1) dims.erase(dims.end() - (b.rank() == 1 ? 1 : 2));
  return WithShape(product, Shape(std::move(dims)));
}

Result<Array> Dot(const Array& a, const Array& b, const Stop& stop) {
  if (a.rank() == 0 || b.rank() == 0) return Apply(Op::kMultiply, a, b, stop);
  if (b.rank() <= 2) {
    if (a.rank() <= 2) return Matmul(a, b, stop);
    const int64_t k = a.shape()[a.rank() - 1];
    const int64_t rows = k == 0 ? 0 : a.size() / k;
    if (k == 0) return Matmul(a, b, stop);
    TDBG_ASSIGN_OR_RETURN(const Array product, Matmul(WithShape(a, Shape{rows, k}), b, stop));
    std::vector<int64_t> dims(a.shape().dims().begin(), a.shape().dims().end() - 1);
    if (b.rank() == 2) dims.push_back(b.shape()[1]);
    return WithShape(product, Shape(std::move(dims)));
  }
  // The last but one axis of b is summed over: brought to the front, the others are columns.
  std::vector<int> order(static_cast<size_t>(b.rank()));
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.end() - 2, order.end() - 1);
  TDBG_ASSIGN_OR_RETURN(const Array moved, Transpose(b, order, stop));
  const int64_t k = moved.shape()[0];
  if (k == 0) return InvalidArgument("the product of empty arrays is not supported");
  TDBG_ASSIGN_OR_RETURN(const Array product,
                        Dot(a, WithShape(moved, Shape{k, moved.size() / k}), stop));
  std::vector<int64_t> dims(a.shape().dims().begin(), a.shape().dims().end() - 1);
  dims.insert(dims.end(), moved.shape().dims().begin() + 1, moved.shape().dims().end());
  return WithShape(product, Shape(std::move(dims)));
}

Result<Array> Norm(const Array& array, const Object& order, const Along& along, const Stop& stop) {
  const Numbers numbers = NumbersOf(array.dtype());
  const bool integral = numbers == Numbers::kSigned || numbers == Numbers::kUnsigned;
  TDBG_ASSIGN_OR_RETURN(const Array x, Cast(array, integral ? DType::kF64 : array.dtype()));
  const size_t axes = along.axes ? along.axes->size() : static_cast<size_t>(x.rank());
  if (order.none() && !along.axes) return VectorNorm(x, order, along, stop);
  if (axes == 1) return VectorNorm(x, order, along, stop);
  if (axes != 2) return InvalidArgument("a norm is that of a vector or of a matrix");
  if (along.axes) return MatrixNorm(x, order, along, stop);
  return MatrixNorm(x, order, {std::vector<int64_t>{0, 1}, along.keep}, stop);
}

}  // namespace tdbg::expr
