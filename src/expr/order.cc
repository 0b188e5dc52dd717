#include "expr/order.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/map.h"
#include "expr/promotion.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

template <typename T>
bool Before(const T& a, const T& b) {
  if constexpr (kIsComplex<T>) {
    // By real part, then by imaginary part, NaN parts last.
    return Before(a.real(), b.real()) ||
           (!Before(b.real(), a.real()) && Before(a.imag(), b.imag()));
  } else {
    return a < b || (b != b && a == a);
  }
}

// Rows along one axis, and the way back to the array's own order of axes.
struct SortedRows {
  Lanes rows;
  std::vector<int> back;  // empty where nothing moved
  std::vector<int64_t> dims;
};

Result<SortedRows> RowsAlong(const Array& array, int64_t axis, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const int along, NormalizeAxis(axis, array.rank()));
  Along one;
  one.axes = std::vector<int64_t>{along};
  SortedRows sorted;
  TDBG_ASSIGN_OR_RETURN(sorted.rows, RowsOf(array, one, stop));
  for (int a = 0; a < array.rank(); ++a) {
    if (a != along) sorted.dims.push_back(array.shape()[a]);
    sorted.back.push_back(a == along ? array.rank() - 1 : a < along ? a : a - 1);
  }
  sorted.dims.push_back(array.shape()[along]);
  return sorted;
}

Result<Array> PutBack(const Array& flat, const SortedRows& sorted, const Stop& stop) {
  return Transpose(WithShape(flat, Shape(sorted.dims)), sorted.back, stop);
}

// Each row of an array [outer, n], sorted.
Result<Array> SortRows(const Lanes& rows, const Stop& stop) {
  const DType dtype = rows.array.dtype();
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, Shape{rows.outer, rows.n}));
  const int64_t bytes = tensor::ElementStride(dtype);
  Status status;
  WithNumbers(dtype, [&]<typename T>(std::type_identity<T>) {
    std::vector<T> row(static_cast<size_t>(rows.n));
    for (int64_t o = 0; o < rows.outer && status.ok(); ++o) {
      status = stop.Check();
      LoadBlock(dtype, rows.array.data() + o * rows.n * bytes, rows.n, row.data());
      std::stable_sort(row.begin(), row.end(), Before<T>);
      StoreBlock(dtype, row.data(), rows.n, builder.data() + o * rows.n * bytes);
    }
  });
  TDBG_RETURN_IF_ERROR(status);
  return std::move(builder).Finish();
}

Array Flat(const Array& array) { return WithShape(array, Shape{array.size()}); }

// Column `index` of an array [outer, n].
Result<Array> ColumnOf(const Array& sorted, int64_t outer, int64_t n, int64_t index,
                       const Stop& stop) {
  return CopyStrided(sorted, index, Shape{outer}, {n}, stop);
}

// What lies the part `t` of the way from a to b, computed from the nearer end.
Result<Array> Between(const Array& a, const Array& b, double t, bool weak, const Stop& stop) {
  const auto number = [&](double value) {
    Array result = WeakReal(value);
    result.weak = weak;
    return result;
  };
  TDBG_ASSIGN_OR_RETURN(const Array step, Apply(Op::kSubtract, b, a, stop));
  const bool near_b = t >= 0.5;
  TDBG_ASSIGN_OR_RETURN(const Array part,
                        Apply(Op::kMultiply, step, number(near_b ? 1 - t : t), stop));
  if (near_b) return Apply(Op::kSubtract, b, part, stop);
  return Apply(Op::kAdd, a, part, stop);
}

Result<Array> NanWhere(const Array& last, const Array& values, const Stop& stop) {
  if (NumbersOf(last.dtype()) != Numbers::kReal) return values;
  TDBG_ASSIGN_OR_RETURN(const Array nan, Apply(ElementFunctionOf("isnan"), last, stop));
  TDBG_ASSIGN_OR_RETURN(const Array filler, Cast(WeakReal(std::nan("")), values.dtype()));
  return Where(nan, filler, values, stop);
}

}  // namespace

Result<Array> Sort(const Array& array, std::optional<int64_t> axis, const Stop& stop) {
  const Array given = axis ? array : Flat(array);
  TDBG_ASSIGN_OR_RETURN(const SortedRows sorted, RowsAlong(given, axis.value_or(0), stop));
  TDBG_ASSIGN_OR_RETURN(const Array rows, SortRows(sorted.rows, stop));
  return PutBack(rows, sorted, stop);
}

Result<Array> ArgSort(const Array& array, std::optional<int64_t> axis, const Stop& stop) {
  const Array given = axis ? array : Flat(array);
  TDBG_ASSIGN_OR_RETURN(const SortedRows sorted, RowsAlong(given, axis.value_or(0), stop));
  const Lanes& rows = sorted.rows;
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder,
                        ArrayBuilder::Make(DType::kI64, Shape{rows.outer, rows.n}));
  const int64_t bytes = tensor::ElementStride(given.dtype());
  Status status;
  WithNumbers(given.dtype(), [&]<typename T>(std::type_identity<T>) {
    std::vector<T> row(static_cast<size_t>(rows.n));
    std::vector<int64_t> places(row.size());
    for (int64_t o = 0; o < rows.outer && status.ok(); ++o) {
      status = stop.Check();
      LoadBlock(given.dtype(), rows.array.data() + o * rows.n * bytes, rows.n, row.data());
      std::iota(places.begin(), places.end(), int64_t{0});
      std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) {
        return Before(row[static_cast<size_t>(a)], row[static_cast<size_t>(b)]);
      });
      StoreBlock(DType::kI64, places.data(), rows.n, builder.data() + o * rows.n * 8);
    }
  });
  TDBG_RETURN_IF_ERROR(status);
  return PutBack(std::move(builder).Finish(), sorted, stop);
}

Result<Distinct> Unique(const Array& array, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array sorted, Sort(array, std::nullopt, stop));
  const int64_t bytes = tensor::ElementStride(array.dtype());
  std::vector<int64_t> starts;
  WithNumbers(array.dtype(), [&]<typename T>(std::type_identity<T>) {
    T last{};
    for (int64_t i = 0; i < sorted.size(); ++i) {
      T number;
      LoadBlock(array.dtype(), sorted.data() + i * bytes, 1, &number);
      const bool both_nan = number != number && last != last;
      if (i == 0 || (number != last && !both_nan)) starts.push_back(i);
      last = number;
    }
  });
  const Shape shape{static_cast<int64_t>(starts.size())};
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder values, ArrayBuilder::Make(array.dtype(), shape));
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder counts, ArrayBuilder::Make(DType::kI64, shape));
  for (size_t k = 0; k < starts.size(); ++k) {
    const auto at = static_cast<int64_t>(k);
    const int64_t end = k + 1 < starts.size() ? starts[k + 1] : sorted.size();
    const int64_t count = end - starts[k];
    std::memcpy(values.data() + at * bytes, sorted.data() + starts[k] * bytes,
                static_cast<size_t>(bytes));
    std::memcpy(counts.data() + at * 8, &count, sizeof(count));
  }
  return Distinct{std::move(values).Finish(), std::move(counts).Finish()};
}

Result<Array> Quantile(const Array& given, const Array& q, const Along& along, const Stop& stop) {
  if (NumbersOf(given.dtype()) == Numbers::kComplex) {
    return InvalidArgument("complex numbers have no quantiles");
  }
  // Differences of integers would wrap in their own dtype.
  const bool real = NumbersOf(given.dtype()) == Numbers::kReal;
  TDBG_ASSIGN_OR_RETURN(const Array array, Cast(given, real ? given.dtype() : DType::kF64));
  TDBG_ASSIGN_OR_RETURN(const Lanes rows, RowsOf(array, along, stop));
  if (rows.n == 0) return InvalidArgument("no elements have no quantiles");
  TDBG_ASSIGN_OR_RETURN(const Array sorted, SortRows(rows, stop));
  TDBG_ASSIGN_OR_RETURN(const Array last, ColumnOf(sorted, rows.outer, rows.n, rows.n - 1, stop));
  TDBG_ASSIGN_OR_RETURN(const Array wanted, Cast(q, DType::kF64));

  std::vector<Array> results;
  for (int64_t k = 0; k < wanted.size(); ++k) {
    const auto part = tensor::LoadUnaligned<double>(wanted.data() + k * 8);
    if (!(part >= 0 && part <= 1)) {
      return InvalidArgument("a quantile lies between 0 and 1 (a percentile between 0 and 100)");
    }
    const double place = static_cast<double>(rows.n - 1) * part;
    const auto below = static_cast<int64_t>(std::floor(place));
    const int64_t above = std::min(below + 1, rows.n - 1);
    TDBG_ASSIGN_OR_RETURN(const Array a, ColumnOf(sorted, rows.outer, rows.n, below, stop));
    TDBG_ASSIGN_OR_RETURN(const Array b, ColumnOf(sorted, rows.outer, rows.n, above, stop));
    TDBG_ASSIGN_OR_RETURN(const Array value,
                          Between(a, b, place - static_cast<double>(below), q.weak, stop));
    TDBG_ASSIGN_OR_RETURN(const Array shown, NanWhere(last, value, stop));
    TDBG_ASSIGN_OR_RETURN(Array row, ExpandDims(shown, std::vector<int64_t>{0}));
    results.push_back(std::move(row));
  }
  std::vector<int64_t> dims(q.shape().dims().begin(), q.shape().dims().end());
  dims.insert(dims.end(), rows.result.dims().begin(), rows.result.dims().end());
  if (results.empty()) {
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder none, ArrayBuilder::Make(DType::kF64, Shape(dims)));
    return std::move(none).Finish();
  }
  TDBG_ASSIGN_OR_RETURN(const Array all, Concatenate(results, 0, stop));
  return WithShape(all, Shape(std::move(dims)));
}

Result<Array> Median(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Lanes rows, RowsOf(array, along, stop));
  if (rows.n == 0) return Mean(array, along, stop);
  TDBG_ASSIGN_OR_RETURN(const Array sorted, SortRows(rows, stop));
  const int64_t middle = (rows.n - 1) / 2;
  TDBG_ASSIGN_OR_RETURN(
      const Array pair,
      CopyStrided(sorted, middle, Shape{rows.outer, rows.n % 2 == 0 ? 2 : 1}, {rows.n, 1}, stop));
  Along last_axis;
  last_axis.axes = std::vector<int64_t>{1};
  TDBG_ASSIGN_OR_RETURN(const Array median, Mean(pair, last_axis, stop));
  TDBG_ASSIGN_OR_RETURN(const Array last, ColumnOf(sorted, rows.outer, rows.n, rows.n - 1, stop));
  TDBG_ASSIGN_OR_RETURN(const Array shown, NanWhere(last, median, stop));
  return WithShape(shown, rows.result);
}

}  // namespace tdbg::expr
