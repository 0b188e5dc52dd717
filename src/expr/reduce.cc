#include "expr/reduce.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/pairwise_sum.h"
#include "expr/promotion.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using Complex = std::complex<double>;
using tensor::DType;
using tensor::Shape;

struct Plan {
  std::vector<int> axes;  // sorted
  Shape result;
};

Result<Plan> PlanOf(const Array& array, const Along& along) {
  if (!tensor::HasNumbers(array.dtype())) {
    return InvalidArgument("elements of dtype " + std::string(tensor::Info(array.dtype()).name) +
                           " are no numbers");
  }
  Plan plan;
  // A single number may be reduced along an axis that it does not have.
  const auto first_or_last = [](int64_t axis) { return axis == 0 || axis == -1; };
  const bool allowed = array.rank() == 0 && along.axes && along.axes->size() == 1 &&
                       first_or_last(along.axes->front());
  if (along.axes && !allowed) {
    TDBG_ASSIGN_OR_RETURN(plan.axes, NormalizeAxes(*along.axes, array.rank()));
    std::sort(plan.axes.begin(), plan.axes.end());
  } else {
    plan.axes.resize(static_cast<size_t>(array.rank()));
    std::iota(plan.axes.begin(), plan.axes.end(), 0);
  }
  std::vector<int64_t> dims;
  for (int axis = 0; axis < array.rank(); ++axis) {
    const bool reduced = std::binary_search(plan.axes.begin(), plan.axes.end(), axis);
    if (!reduced) dims.push_back(array.shape()[axis]);
    if (reduced && along.keep) dims.push_back(1);
  }
  plan.result = Shape(std::move(dims));
  return plan;
}

// With the axes of the plan moved behind all others.
Result<Lanes> MovedLast(const Array& array, const Plan& plan, const Stop& stop) {
  std::vector<int> order;
  Lanes lanes;
  for (int axis = 0; axis < array.rank(); ++axis) {
    if (std::binary_search(plan.axes.begin(), plan.axes.end(), axis)) continue;
    order.push_back(axis);
    lanes.outer *= array.shape()[axis];
  }
  for (const int axis : plan.axes) {
    order.push_back(axis);
    lanes.n *= array.shape()[axis];
  }
  lanes.result = plan.result;
  if (std::is_sorted(order.begin(), order.end())) {
    lanes.array = array;
  } else {
    TDBG_ASSIGN_OR_RETURN(lanes.array, Transpose(array, order, stop));
  }
  return lanes;
}

// The sum's type for a dtype: integers wrap alike with and without a sign.
template <typename F>
auto WithSumType(DType dtype, F f) {
  switch (dtype) {
    case DType::kF64:
      return f(std::type_identity<double>());
    case DType::kComplex64:
      return f(std::type_identity<std::complex<float>>());
    case DType::kComplex128:
      return f(std::type_identity<Complex>());
    default:
      break;
  }
  if (NumbersOf(dtype) == Numbers::kReal) return f(std::type_identity<float>());
  return f(std::type_identity<uint64_t>());
}

// numpy brings elements of another dtype over in portions, and sums each by itself.
constexpr int64_t kPortion = 8192;

template <typename T>
T SumRow(DType dtype, const std::byte* row, int64_t n, bool in_portions) {
  if (!in_portions) return T(0) + PairwiseSum<T>(dtype, row, n);
  T sum = 0;
  for (int64_t at = 0; at < n; at += kPortion) {
    sum += PairwiseSum<T>(dtype, row + at * tensor::Info(dtype).bytes, std::min(kPortion, n - at));
  }
  return sum;
}

// Calls step(result, element) for every element in order, and stores the results.
template <typename T, typename Step>
Result<Array> FoldInOrder(const Lanes& lanes, DType dtype, T start, const Stop& stop, Step step) {
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, lanes.result));
  const int64_t bytes = tensor::ElementStride(lanes.array.dtype());
  const int64_t out_bytes = tensor::ElementStride(dtype);
  std::vector<T> results(static_cast<size_t>(lanes.inner));
  T block[kBlock];
  for (int64_t o = 0; o < lanes.outer; ++o) {
    TDBG_RETURN_IF_ERROR(stop.Check());
    std::fill(results.begin(), results.end(), start);
    const int64_t elements = lanes.n * lanes.inner;
    const std::byte* from = lanes.array.data() + o * elements * bytes;
    size_t k = 0;
    for (int64_t at = 0; at < elements; at += kBlock) {
      const int64_t n = std::min(kBlock, elements - at);
      LoadBlock(lanes.array.dtype(), from + at * bytes, n, block);
      for (int64_t i = 0; i < n; ++i) {
        step(results[k], block[i]);
        if (++k == results.size()) k = 0;
      }
    }
    StoreBlock(dtype, results.data(), lanes.inner, builder.data() + o * lanes.inner * out_bytes);
  }
  return std::move(builder).Finish();
}

Status NothingToChooseFrom(std::string_view name) {
  return InvalidArgument("'" + std::string(name) + "' of no elements at all");
}

// The extreme of each lane, NaN where there is one.
Result<Array> Extreme(const PairFunction& function, std::string_view name, const Array& given,
                      const Along& along, const Stop& stop) {
  const DType dtype = IsSubByte(given.dtype()) ? DType::kI8 : given.dtype();
  TDBG_ASSIGN_OR_RETURN(const Array array, Cast(given, dtype));
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  if (lanes.n == 0 && lanes.results() > 0) return NothingToChooseFrom(name);
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, lanes.result));
  const int64_t bytes = tensor::ElementStride(dtype);
  Status status;
  const auto fold = [&]<typename T>(PairFunction::Kernel<T> kernel) {
    std::vector<T> best(static_cast<size_t>(lanes.inner));
    T block[kBlock];
    for (int64_t o = 0; o < lanes.outer && status.ok(); ++o) {
      status = stop.Check();
      const std::byte* from = lanes.array.data() + o * lanes.n * lanes.inner * bytes;
      if (lanes.inner == 1) {
        LoadBlock(dtype, from, 1, best.data());
        for (int64_t at = 0; at < lanes.n; at += kBlock) {
          int64_t n = std::min(kBlock, lanes.n - at);
          LoadBlock(dtype, from + at * bytes, n, block);
          for (; n > 1; n -= n / 2) kernel(block + (n - n / 2), block, block, n / 2);
          kernel(best.data(), block, best.data(), 1);
        }
      } else {
        LoadBlock(dtype, from, lanes.inner, best.data());
        for (int64_t i = 1; i < lanes.n; ++i) {
          const std::byte* row = from + i * lanes.inner * bytes;
          for (int64_t at = 0; at < lanes.inner; at += kBlock) {
            const int64_t n = std::min(kBlock, lanes.inner - at);
            LoadBlock(dtype, row + at * bytes, n, block);
            kernel(best.data() + at, block, best.data() + at, n);
          }
        }
      }
      StoreBlock(dtype, best.data(), lanes.inner, builder.data() + o * lanes.inner * bytes);
    }
  };
  if (lanes.results() > 0) {
    switch (NumbersOf(dtype)) {
      case Numbers::kSigned:
        fold(function.of_signed);
        break;
      case Numbers::kUnsigned:
        fold(function.of_unsigned);
        break;
      case Numbers::kReal:
        fold(function.of_real);
        break;
      case Numbers::kComplex:
        fold(function.of_complex);
        break;
    }
  }
  TDBG_RETURN_IF_ERROR(status);
  return std::move(builder).Finish();
}

template <typename T>
bool IsNan(T x) {
  return x != x;
}

// Whether `candidate` displaces the best so far; the first NaN stays.
template <typename T>
bool Beats(T candidate, T best, bool largest) {
  if (IsNan(best)) return false;
  if (IsNan(candidate)) return true;
  if constexpr (kIsComplex<T>) {
    const auto less = [](T a, T b) {
      return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
    };
    return largest ? less(best, candidate) : less(candidate, best);
  } else {
    return largest ? best < candidate : candidate < best;
  }
}

Result<Array> ArgExtreme(bool largest, const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Lanes rows, RowsOf(array, along, stop));
  if (rows.n == 0 && rows.outer > 0) return NothingToChooseFrom(largest ? "argmax" : "argmin");
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(DType::kI64, rows.result));
  const DType dtype = array.dtype();
  const int64_t bytes = tensor::ElementStride(dtype);
  WithNumbers(dtype, [&]<typename T>(std::type_identity<T>) {
    T block[kBlock];
    for (int64_t o = 0; o < rows.outer; ++o) {
      const std::byte* from = rows.array.data() + o * rows.n * bytes;
      T best{};
      int64_t place = 0;
      for (int64_t at = 0; at < rows.n; at += kBlock) {
        const int64_t n = std::min(kBlock, rows.n - at);
        LoadBlock(dtype, from + at * bytes, n, block);
        if (at == 0) best = block[0];
        for (int64_t i = 0; i < n; ++i) {
          if (!Beats(block[i], best, largest)) continue;
          best = block[i];
          place = at + i;
        }
      }
      std::memcpy(builder.data() + o * 8, &place, sizeof(place));
    }
  });
  return std::move(builder).Finish();
}

template <typename Step>
Result<Array> Cumulate(const Array& given, std::optional<int64_t> axis, const Stop& stop,
                       Step step) {
  Array array = given;
  if (!axis) array = WithShape(given, Shape{given.size()});
  Along along;
  along.axes = std::vector<int64_t>{axis.value_or(0)};
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  const DType dtype = SumDType(array.dtype());
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, array.shape()));
  const int64_t bytes = tensor::ElementStride(array.dtype());
  const int64_t out_bytes = tensor::ElementStride(dtype);
  WithSumType(dtype, [&]<typename T>(std::type_identity<T>) {
    std::vector<T> sums(static_cast<size_t>(lanes.inner));
    std::vector<T> row(static_cast<size_t>(lanes.inner));
    for (int64_t i = 0; i < lanes.outer * lanes.n; ++i) {
      LoadBlock(array.dtype(), array.data() + i * lanes.inner * bytes, lanes.inner, row.data());
      for (size_t k = 0; k < row.size(); ++k) {
        if (i % lanes.n == 0) {
          sums[k] = row[k];
        } else {
          step(sums[k], row[k]);
        }
      }
      StoreBlock(dtype, sums.data(), lanes.inner, builder.data() + i * lanes.inner * out_bytes);
    }
  });
  return std::move(builder).Finish();
}

constexpr auto kTimes = []<typename T>(T& product, T factor) {
  if constexpr (kIsComplex<T>) {  // std::complex would repair infinities
    product = {product.real() * factor.real() - product.imag() * factor.imag(),
               product.real() * factor.imag() + product.imag() * factor.real()};
  } else {
    product *= factor;
  }
};
constexpr auto kPlus = []<typename T>(T& sum, T term) { sum += term; };

}  // namespace

Result<Lanes> LanesOf(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Plan plan, PlanOf(array, along));
  const std::vector<int>& axes = plan.axes;
  const bool neighbours =
      !axes.empty() && axes.back() - axes.front() + 1 == static_cast<int>(axes.size());
  if (!neighbours) return MovedLast(array, plan, stop);
  Lanes lanes;
  lanes.array = array;
  lanes.result = plan.result;
  for (int axis = 0; axis < array.rank(); ++axis) {
    int64_t& part = axis < axes.front() ? lanes.outer : axis > axes.back() ? lanes.inner : lanes.n;
    part *= array.shape()[axis];
  }
  return lanes;
}

Result<Lanes> RowsOf(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Plan plan, PlanOf(array, along));
  return MovedLast(array, plan, stop);
}

Result<Array> Sum(const Array& array, const Along& along, const Stop& stop,
                  std::optional<DType> given) {
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  const DType dtype = given.value_or(SumDType(array.dtype()));
  return WithSumType(dtype, [&]<typename T>(std::type_identity<T>) -> Result<Array> {
    if (lanes.inner != 1) return FoldInOrder<T>(lanes, dtype, T(0), stop, kPlus);
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, lanes.result));
    const int64_t bytes = tensor::ElementStride(array.dtype());
    for (int64_t o = 0; o < lanes.outer; ++o) {
      if (o % 256 == 0) TDBG_RETURN_IF_ERROR(stop.Check());
      const T sum = SumRow<T>(array.dtype(), lanes.array.data() + o * lanes.n * bytes, lanes.n,
                              array.dtype() != dtype);
      StoreBlock(dtype, &sum, 1, builder.data() + o * tensor::ElementStride(dtype));
    }
    return std::move(builder).Finish();
  });
}

Result<Array> Product(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  const DType dtype = SumDType(array.dtype());
  return WithSumType(dtype, [&]<typename T>(std::type_identity<T>) -> Result<Array> {
    return FoldInOrder<T>(lanes, dtype, T(1), stop, kTimes);
  });
}

Result<Array> Minimum(const Array& array, const Along& along, const Stop& stop) {
  return Extreme(kMinimum, "min", array, along, stop);
}
Result<Array> Maximum(const Array& array, const Along& along, const Stop& stop) {
  return Extreme(kMaximum, "max", array, along, stop);
}
Result<Array> ArgMinimum(const Array& array, const Along& along, const Stop& stop) {
  return ArgExtreme(false, array, along, stop);
}
Result<Array> ArgMaximum(const Array& array, const Along& along, const Stop& stop) {
  return ArgExtreme(true, array, along, stop);
}

Result<Array> CountNonzero(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array bools, AsBools(array));
  return Sum(bools, along, stop, DType::kI64);
}

Result<Array> Any(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array count, CountNonzero(array, along, stop));
  return AsBools(count);
}

Result<Array> All(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array bools, AsBools(array));
  TDBG_ASSIGN_OR_RETURN(const Array zeros, Apply(Op::kInvert, bools, stop));
  TDBG_ASSIGN_OR_RETURN(const Array any_zero, Any(zeros, along, stop));
  return Apply(Op::kInvert, any_zero, stop);
}

Result<Array> CumulativeSum(const Array& array, std::optional<int64_t> axis, const Stop& stop) {
  return Cumulate(array, axis, stop, kPlus);
}
Result<Array> CumulativeProduct(const Array& array, std::optional<int64_t> axis, const Stop& stop) {
  return Cumulate(array, axis, stop, kTimes);
}

}  // namespace tdbg::expr
