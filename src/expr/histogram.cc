#include "expr/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/map.h"
#include "expr/promotion.h"
#include "expr/reduce.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

double DoubleOf(const Array& scalar) { return tensor::ReadDouble(scalar.dtype(), scalar.data()); }

std::vector<double> DoublesOf(const Array& array) {
  std::vector<double> numbers(static_cast<size_t>(array.size()));
  LoadBlock(array.dtype(), array.data(), array.size(), numbers.data());
  return numbers;
}

struct EdgeLimits {
  Array first;
  Array last;
};

Result<EdgeLimits> LimitsOf(const Array& array, const std::optional<std::pair<Array, Array>>& given,
                            const Stop& stop) {
  EdgeLimits limits;
  if (given) {
    limits = {given->first, given->second};
  } else if (array.size() == 0) {
    limits = {WeakInt(0), WeakInt(1)};
  } else {
    TDBG_ASSIGN_OR_RETURN(limits.first, Minimum(array, {}, stop));
    TDBG_ASSIGN_OR_RETURN(limits.last, Maximum(array, {}, stop));
  }
  // The difference of two integers may not fit their dtype.
  for (Array* limit : {&limits.first, &limits.last}) {
    if (NumbersOf(limit->dtype()) == Numbers::kReal) continue;
    const bool weak = limit->weak;
    TDBG_ASSIGN_OR_RETURN(*limit, Cast(*limit, DType::kF64));
    limit->weak = weak;
  }
  const double first = DoubleOf(limits.first);
  const double last = DoubleOf(limits.last);
  if (!std::isfinite(first) || !std::isfinite(last)) {
    return InvalidArgument(given ? "the range of a histogram must be finite"
                                 : "the data hold NaN or an infinity; a range must be given");
  }
  if (first > last) return InvalidArgument("the range of a histogram begins behind its end");
  if (first == last) {
    TDBG_ASSIGN_OR_RETURN(limits.first, Apply(Op::kSubtract, limits.first, WeakReal(0.5), stop));
    TDBG_ASSIGN_OR_RETURN(limits.last, Apply(Op::kAdd, limits.last, WeakReal(0.5), stop));
  }
  return limits;
}

// n + 1 numbers at equal distances, computed in the limits' own dtype as numpy's linspace does.
Result<Array> EdgesBetween(const EdgeLimits& limits, int64_t n, DType dtype, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(DType in, PromoteOperands(limits.first, limits.last));
  if (NumbersOf(in) != Numbers::kReal) in = DType::kF64;
  TDBG_ASSIGN_OR_RETURN(const Array first, Cast(limits.first, in));
  TDBG_ASSIGN_OR_RETURN(const Array last, Cast(limits.last, in));
  TDBG_ASSIGN_OR_RETURN(const Array width, Apply(Op::kSubtract, last, first, stop));
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(in, Shape{n + 1}));
  const int64_t bytes = tensor::ElementStride(in);
  for (int64_t i = 0; i <= n; ++i) {
    const auto place = static_cast<double>(i);
    StoreBlock(in, &place, 1, builder.data() + i * bytes);
  }
  const Array places = std::move(builder).Finish();
  TDBG_ASSIGN_OR_RETURN(const Array step, Apply(Op::kDivide, width, WeakInt(n), stop));
  TDBG_ASSIGN_OR_RETURN(const Array scaled, Apply(Op::kMultiply, places, step, stop));
  TDBG_ASSIGN_OR_RETURN(const Array edges, Apply(Op::kAdd, scaled, first, stop));
  std::vector<double> numbers = DoublesOf(edges);
  numbers.back() = DoubleOf(last);
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder result, ArrayBuilder::Make(dtype, Shape{n + 1}));
  StoreBlock(dtype, numbers.data(), n + 1, result.data());
  return std::move(result).Finish();
}

// `edges` ascend.
Result<Array> CountBetween(const Array& array, const Array& edges, const Stop& stop) {
  const std::vector<double> edge = DoublesOf(edges);
  std::vector<int64_t> counts(edge.empty() ? 0 : edge.size() - 1);
  double block[kBlock];
  const int64_t bytes = tensor::ElementStride(array.dtype());
  for (int64_t at = 0; at < array.size() && !counts.empty(); at += kBlock) {
    if (at % (64 * kBlock) == 0) TDBG_RETURN_IF_ERROR(stop.Check());
    const int64_t n = std::min(kBlock, array.size() - at);
    LoadBlock(array.dtype(), array.data() + at * bytes, n, block);
    for (int64_t i = 0; i < n; ++i) {
      if (!(block[i] >= edge.front() && block[i] <= edge.back())) continue;
      const auto above = std::upper_bound(edge.begin(), edge.end(), block[i]) - edge.begin();
      ++counts[std::min(static_cast<size_t>(above), counts.size()) - 1];
    }
  }
  std::vector<std::byte> data(counts.size() * sizeof(int64_t));
  if (!counts.empty()) std::memcpy(data.data(), counts.data(), data.size());
  const Shape shape{static_cast<int64_t>(counts.size())};
  return Array{tensor::Value::Own(DType::kI64, shape, std::move(data)), false};
}

}  // namespace

Result<Histogram> HistogramOf(const Array& array, const Array& bins,
                              const std::optional<std::pair<Array, Array>>& given,
                              const Stop& stop) {
  if (NumbersOf(array.dtype()) == Numbers::kComplex || !tensor::HasNumbers(array.dtype())) {
    return InvalidArgument("a histogram is made of real numbers");
  }
  if (bins.rank() > 1) return InvalidArgument("the edges of a histogram are one row");
  Histogram histogram;
  if (bins.rank() == 1) {
    const std::vector<double> edge = DoublesOf(bins);
    if (!std::is_sorted(edge.begin(), edge.end())) {
      return InvalidArgument("the edges of a histogram must ascend");
    }
    histogram.edges = bins;
    TDBG_ASSIGN_OR_RETURN(histogram.counts, CountBetween(array, bins, stop));
    return histogram;
  }
  if (!IsInteger(bins.dtype())) return InvalidArgument("bins is a whole number, or the edges");
  const int64_t n = tensor::ReadInt64(bins.dtype(), bins.data());
  if (n < 1 || n >= kMostElements) return InvalidArgument("a histogram has at least one bin");
  // Booleans have no differences.
  TDBG_ASSIGN_OR_RETURN(const Array numbers,
                        Cast(array, array.dtype() == DType::kBool ? DType::kU8 : array.dtype()));
  TDBG_ASSIGN_OR_RETURN(const EdgeLimits limits, LimitsOf(numbers, given, stop));
  TDBG_ASSIGN_OR_RETURN(DType dtype, PromoteOperands(numbers, limits.first));
  if (NumbersOf(dtype) != Numbers::kReal) dtype = DType::kF64;
  TDBG_ASSIGN_OR_RETURN(histogram.edges, EdgesBetween(limits, n, dtype, stop));
  const std::vector<double> edge = DoublesOf(histogram.edges);
  if (std::adjacent_find(edge.begin(), edge.end(), std::greater_equal<>()) != edge.end()) {
    return InvalidArgument("too many bins: " + std::to_string(n) +
                           " intervals in this range would have no width");
  }
  TDBG_ASSIGN_OR_RETURN(const Array typed, Cast(numbers, dtype));
  TDBG_ASSIGN_OR_RETURN(histogram.counts, CountBetween(typed, histogram.edges, stop));
  return histogram;
}

}  // namespace tdbg::expr
