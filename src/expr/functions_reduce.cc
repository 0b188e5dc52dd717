#include <cmath>
#include <limits>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/function_table.h"
#include "expr/promotion.h"
#include "expr/reduce.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

template <Result<Array> (*kReduce)(const Array&, const Along&, const Stop&)>
Result<Object> Reduce(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  return AsObject(kReduce(array, along, call.stop()));
}

// Of two single numbers, Python's min and max choose one.
template <Result<Array> (*kReduce)(const Array&, const Along&, const Stop&),
          const PairFunction& kChoose>
Result<Object> Choose(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  if (array.rank() > 0 || !call.GivenByPosition("axis")) return Reduce<kReduce>(call);
  TDBG_ASSIGN_OR_RETURN(const Array other, call.Numbers("axis"));
  TDBG_ASSIGN_OR_RETURN(Array chosen, Apply(kChoose, array, other, call.stop()));
  chosen.weak = array.weak && other.weak;
  return Object{std::move(chosen)};
}

Result<Object> CallSum(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", SumDType(array.dtype())));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  return AsObject(Sum(array, along, call.stop(), dtype));
}

Result<Array> VarianceOf(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const double ddof, call.Real("ddof", 0));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  return Variance(array, along, ddof, call.stop());
}
Result<Object> CallVar(const Call& call) { return AsObject(VarianceOf(call)); }
Result<Object> CallStd(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array variance, VarianceOf(call));
  return AsObject(Apply(ElementFunctionOf("sqrt"), variance, call.stop()));
}

Result<Object> CallPtp(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  TDBG_ASSIGN_OR_RETURN(const Array high, Maximum(array, along, call.stop()));
  TDBG_ASSIGN_OR_RETURN(const Array low, Minimum(array, along, call.stop()));
  return AsObject(Apply(Op::kSubtract, high, low, call.stop()));
}

bool MayHoldNan(const Array& array) {
  const Numbers numbers = NumbersOf(array.dtype());
  return numbers == Numbers::kReal || numbers == Numbers::kComplex;
}

// The array with `filler` in the place of NaN.
Result<Array> WithoutNan(const Array& array, double filler, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array nan, Apply(ElementFunctionOf("isnan"), array, stop));
  TDBG_ASSIGN_OR_RETURN(const Array typed, Cast(WeakReal(filler), array.dtype()));
  return Where(nan, typed, array, stop);
}

Result<Object> CallNanSum(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  if (MayHoldNan(array)) {
    TDBG_ASSIGN_OR_RETURN(array, WithoutNan(array, 0, call.stop()));
  }
  return AsObject(Sum(array, along, call.stop()));
}

Result<Object> CallNanMean(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  const Stop& stop = call.stop();
  if (!MayHoldNan(array)) return AsObject(Mean(array, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array filled, WithoutNan(array, 0, stop));
  TDBG_ASSIGN_OR_RETURN(const Array sum, Sum(filled, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array nan, Apply(ElementFunctionOf("isnan"), array, stop));
  TDBG_ASSIGN_OR_RETURN(const Array numbers, Apply(Op::kInvert, nan, stop));
  TDBG_ASSIGN_OR_RETURN(const Array count, CountNonzero(numbers, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array mean, Apply(Op::kDivide, sum, count, stop));
  return AsObject(Cast(mean, sum.dtype()));
}

template <bool kLargest>
Result<Object> CallNanExtreme(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  const Stop& stop = call.stop();
  const auto reduce = kLargest ? Maximum : Minimum;
  if (!MayHoldNan(array)) return AsObject(reduce(array, along, stop));
  const double worst = std::numeric_limits<double>::infinity() * (kLargest ? -1 : 1);
  TDBG_ASSIGN_OR_RETURN(const Array filled, WithoutNan(array, worst, stop));
  TDBG_ASSIGN_OR_RETURN(const Array extreme, reduce(filled, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array nan, Apply(ElementFunctionOf("isnan"), array, stop));
  TDBG_ASSIGN_OR_RETURN(const Array all_nan, All(nan, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array none, Cast(WeakReal(std::nan("")), array.dtype()));
  return AsObject(Where(all_nan, none, extreme, stop));
}

template <Result<Array> (*kCumulate)(const Array&, std::optional<int64_t>, const Stop&)>
Result<Object> Cumulate(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const std::optional<int64_t> axis, call.Axis());
  return AsObject(kCumulate(array, axis, call.stop()));
}

constexpr Function kReducing[] = {
    {"sum", "sum(a, axis=None, dtype=None, keepdims=False)", "sum of the elements", CallSum, true},
    {"prod", "prod(a, axis=None, keepdims=False)", "product of the elements", Reduce<Product>,
     true},
    {"mean", "mean(a, axis=None, keepdims=False)", "arithmetic mean", Reduce<Mean>, true},
    {"var", "var(a, axis=None, ddof=0, keepdims=False)",
     "variance: mean square distance from the mean", CallVar, true},
    {"std", "std(a, axis=None, ddof=0, keepdims=False)", "standard deviation: root of the variance",
     CallStd, true},
    {"min", "min(a, axis=None, keepdims=False)", "smallest element; NaN if there is one",
     Choose<Minimum, kMinimum>, true},
    {"max", "max(a, axis=None, keepdims=False)", "largest element; NaN if there is one",
     Choose<Maximum, kMaximum>, true},
    {"ptp", "ptp(a, axis=None, keepdims=False)", "largest minus smallest element", CallPtp},
    {"argmin", "argmin(a, axis=None, keepdims=False)", "where the smallest element is",
     Reduce<ArgMinimum>, true},
    {"argmax", "argmax(a, axis=None, keepdims=False)", "where the largest element is",
     Reduce<ArgMaximum>, true},
    {"any", "any(a, axis=None, keepdims=False)", "whether any element is not zero", Reduce<Any>,
     true},
    {"all", "all(a, axis=None, keepdims=False)", "whether no element is zero", Reduce<All>, true},
    {"count_nonzero", "count_nonzero(a, axis=None, keepdims=False)",
     "how many elements are not zero", Reduce<CountNonzero>},
    {"nansum", "nansum(a, axis=None, keepdims=False)", "sum of what is not NaN", CallNanSum},
    {"nanmean", "nanmean(a, axis=None, keepdims=False)", "mean of what is not NaN", CallNanMean},
    {"nanmin", "nanmin(a, axis=None, keepdims=False)", "smallest element that is not NaN",
     CallNanExtreme<false>},
    {"nanmax", "nanmax(a, axis=None, keepdims=False)", "largest element that is not NaN",
     CallNanExtreme<true>},
    {"cumsum", "cumsum(a, axis=None)", "sums of the elements up to each", Cumulate<CumulativeSum>,
     true},
    {"cumprod", "cumprod(a, axis=None)", "products of the elements up to each",
     Cumulate<CumulativeProduct>, true},
};

}  // namespace

std::span<const Function> ReducingFunctions() { return kReducing; }

}  // namespace tdbg::expr
