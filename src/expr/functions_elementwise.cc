#include <cmath>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/broadcast.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/function_table.h"
#include "expr/promotion.h"
#include "expr/reduce.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

Result<Object> OfOne(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  return AsObject(Apply(ElementFunctionOf(call.name()), x, call.stop()));
}

// Python's own abs: a Python number stays one.
Result<Object> Abs(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(Array result, Apply(ElementFunctionOf("abs"), x, call.stop()));
  result.weak = x.weak;
  return Object{std::move(result)};
}

Result<Object> OfTwo(const Call& call, const PairFunction& function) {
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("y"));
  return AsObject(Apply(function, a, b, call.stop()));
}
Result<Object> CallMaximum(const Call& call) { return OfTwo(call, kMaximum); }
Result<Object> CallMinimum(const Call& call) { return OfTwo(call, kMinimum); }
Result<Object> CallArctan2(const Call& call) { return OfTwo(call, kArctan2); }
Result<Object> CallHypot(const Call& call) { return OfTwo(call, kHypot); }
template <Op kOp>
Result<Object> CallOperator(const Call& call) {
  return OfTwo(call, FunctionOf(kOp));
}

template <Op kOp>
Result<Object> CallComparison(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("y"));
  return AsObject(Compare(kOp, a, b, call.stop()));
}

template <Op kOp>
Result<Object> CallLogical(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("y"));
  TDBG_ASSIGN_OR_RETURN(const Array left, AsBools(a));
  TDBG_ASSIGN_OR_RETURN(const Array right, AsBools(b));
  return AsObject(Apply(FunctionOf(kOp), left, right, call.stop()));
}

Result<Object> CallLogicalNot(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(const Array bools, AsBools(x));
  return AsObject(Apply(Op::kInvert, bools, call.stop()));
}

Result<Object> CallRound(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const int64_t decimals, call.Integer("decimals", 0));
  return AsObject(Round(x, decimals, call.stop()));
}

Result<Object> CallReal(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  return AsObject(RealPart(x));
}
Result<Object> CallImag(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  return AsObject(ImaginaryPart(x));
}
Result<Object> CallAngle(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  return AsObject(Angle(x, call.stop()));
}

// A Python integer that every element satisfies anyway is no limit.
Result<bool> Limits(const Array& limit, const Array& x, Op beyond, const Stop& stop) {
  if (!limit.weak || !IsInteger(limit.dtype()) || !IsInteger(x.dtype()) || x.weak) return true;
  if (CastOperand(limit, x.dtype()).ok()) return true;
  TDBG_ASSIGN_OR_RETURN(const Array outside, Compare(beyond, x, limit, stop));
  TDBG_ASSIGN_OR_RETURN(const Array any, Any(outside, {}, stop));
  return Truth(any);
}

Result<Object> CallClip(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(Array x, call.Numbers("a"));
  if (call.Find("min")) {
    TDBG_ASSIGN_OR_RETURN(const Array low, call.Numbers("min"));
    TDBG_ASSIGN_OR_RETURN(const bool limits, Limits(low, x, Op::kLess, call.stop()));
    if (limits) {
      TDBG_ASSIGN_OR_RETURN(x, Apply(kMaximum, x, low, call.stop()));
    }
  }
  if (call.Find("max")) {
    TDBG_ASSIGN_OR_RETURN(const Array high, call.Numbers("max"));
    TDBG_ASSIGN_OR_RETURN(const bool limits, Limits(high, x, Op::kGreater, call.stop()));
    if (limits) {
      TDBG_ASSIGN_OR_RETURN(x, Apply(kMinimum, x, high, call.stop()));
    }
  }
  x.weak = false;
  return Object{std::move(x)};
}

Result<Object> CallWhere(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array condition, call.Numbers("condition"));
  const bool x_given = call.Find("x") != nullptr;
  if (x_given != (call.Find("y") != nullptr)) {
    return InvalidArgument("'where' takes both x and y, or neither");
  }
  if (!x_given) {
    if (condition.rank() == 0) return InvalidArgument("a single number has no places");
    TDBG_ASSIGN_OR_RETURN(std::vector<Array> indices, Nonzero(condition));
    Sequence tuple;
    for (Array& index : indices) tuple.items.push_back({std::move(index)});
    return Object{std::move(tuple)};
  }
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  TDBG_ASSIGN_OR_RETURN(const Array y, call.Numbers("y"));
  return AsObject(Where(condition, x, y, call.stop()));
}

// |a - b| <= atol + rtol |b|, or equal infinities, or both NaN where they count as equal.
Result<Array> IsClose(const Call& call) {
  const Stop& stop = call.stop();
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("b"));
  TDBG_ASSIGN_OR_RETURN(const double rtol, call.Real("rtol", 1e-5));
  TDBG_ASSIGN_OR_RETURN(const double atol, call.Real("atol", 1e-8));
  TDBG_ASSIGN_OR_RETURN(const bool equal_nan, call.Flag("equal_nan", false));
  const ElementFunction& finite = ElementFunctionOf("isfinite");
  const ElementFunction& abs = ElementFunctionOf("abs");
  TDBG_ASSIGN_OR_RETURN(const DType common, PromoteOperands(a, b));
  const bool complex = NumbersOf(common) == Numbers::kComplex;
  TDBG_ASSIGN_OR_RETURN(const Array x, Cast(a, complex ? DType::kComplex128 : DType::kF64));
  TDBG_ASSIGN_OR_RETURN(const Array y, Cast(b, complex ? DType::kComplex128 : DType::kF64));
  TDBG_ASSIGN_OR_RETURN(const Array difference, Apply(FunctionOf(Op::kSubtract), x, y, stop));
  TDBG_ASSIGN_OR_RETURN(const Array distance, Apply(abs, difference, stop));
  TDBG_ASSIGN_OR_RETURN(const Array size, Apply(abs, y, stop));
  TDBG_ASSIGN_OR_RETURN(const Array relative, Apply(Op::kMultiply, size, WeakReal(rtol), stop));
  TDBG_ASSIGN_OR_RETURN(const Array allowed, Apply(Op::kAdd, relative, WeakReal(atol), stop));
  TDBG_ASSIGN_OR_RETURN(const Array near, Compare(Op::kLessEqual, distance, allowed, stop));
  TDBG_ASSIGN_OR_RETURN(const Array y_finite, Apply(finite, y, stop));
  TDBG_ASSIGN_OR_RETURN(const Array close, Apply(Op::kBitAnd, near, y_finite, stop));
  TDBG_ASSIGN_OR_RETURN(const Array equal, Compare(Op::kEqual, x, y, stop));
  TDBG_ASSIGN_OR_RETURN(const Array result, Apply(Op::kBitOr, close, equal, stop));
  if (!equal_nan) return result;
  TDBG_ASSIGN_OR_RETURN(const Array x_nan, Apply(ElementFunctionOf("isnan"), x, stop));
  TDBG_ASSIGN_OR_RETURN(const Array y_nan, Apply(ElementFunctionOf("isnan"), y, stop));
  TDBG_ASSIGN_OR_RETURN(const Array both, Apply(Op::kBitAnd, x_nan, y_nan, stop));
  return Apply(Op::kBitOr, result, both, stop);
}

Result<Object> CallIsClose(const Call& call) { return AsObject(IsClose(call)); }

Result<Object> CallAllClose(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array close, IsClose(call));
  TDBG_ASSIGN_OR_RETURN(const Array all, All(close, {}, call.stop()));
  TDBG_ASSIGN_OR_RETURN(const bool truth, Truth(all));
  return Object{WeakBool(truth)};
}

Result<Object> CallArrayEqual(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("b"));
  if (a.shape() != b.shape()) return Object{WeakBool(false)};
  TDBG_ASSIGN_OR_RETURN(const Array equal, Compare(Op::kEqual, a, b, call.stop()));
  TDBG_ASSIGN_OR_RETURN(const Array all, All(equal, {}, call.stop()));
  TDBG_ASSIGN_OR_RETURN(const bool truth, Truth(all));
  return Object{WeakBool(truth)};
}

constexpr Function kElementwise[] = {
    {"abs", "abs(x)", "how far each element is from zero", Abs},
    {"exp", "exp(x)", "e to the power of each element", OfOne},
    {"exp2", "exp2(x)", "2 to the power of each element", OfOne},
    {"expm1", "expm1(x)", "exp(x) - 1, exact near zero", OfOne},
    {"log", "log(x)", "natural logarithm", OfOne},
    {"log2", "log2(x)", "logarithm to base 2", OfOne},
    {"log10", "log10(x)", "logarithm to base 10", OfOne},
    {"log1p", "log1p(x)", "log(1 + x), exact near zero", OfOne},
    {"sqrt", "sqrt(x)", "square root", OfOne},
    {"cbrt", "cbrt(x)", "cube root", OfOne},
    {"square", "square(x)", "each element times itself", OfOne},
    {"negative", "negative(x)", "-x", OfOne},
    {"positive", "positive(x)", "+x", OfOne},
    {"sign", "sign(x)", "-1, 0 or 1 by the sign of each element", OfOne},
    {"sin", "sin(x)", "sine of an angle in radians", OfOne},
    {"cos", "cos(x)", "cosine of an angle in radians", OfOne},
    {"tan", "tan(x)", "tangent of an angle in radians", OfOne},
    {"sinh", "sinh(x)", "hyperbolic sine", OfOne},
    {"cosh", "cosh(x)", "hyperbolic cosine", OfOne},
    {"tanh", "tanh(x)", "hyperbolic tangent", OfOne},
    {"arcsin", "arcsin(x)", "inverse sine", OfOne},
    {"arccos", "arccos(x)", "inverse cosine", OfOne},
    {"arctan", "arctan(x)", "inverse tangent", OfOne},
    {"arcsinh", "arcsinh(x)", "inverse hyperbolic sine", OfOne},
    {"arccosh", "arccosh(x)", "inverse hyperbolic cosine", OfOne},
    {"arctanh", "arctanh(x)", "inverse hyperbolic tangent", OfOne},
    {"arctan2", "arctan2(x, y)", "angle of the point (y, x)", CallArctan2},
    {"hypot", "hypot(x, y)", "length of the vector (x, y)", CallHypot},
    {"degrees", "degrees(x)", "radians as degrees", OfOne},
    {"radians", "radians(x)", "degrees as radians", OfOne},
    {"floor", "floor(x)", "the next whole number below", OfOne},
    {"ceil", "ceil(x)", "the next whole number above", OfOne},
    {"trunc", "trunc(x)", "the whole part", OfOne},
    {"rint", "rint(x)", "the nearest whole number", OfOne},
    {"round", "round(a, decimals=0)", "rounded to so many decimals", CallRound, true},
    {"isnan", "isnan(x)", "which elements are NaN", OfOne},
    {"isinf", "isinf(x)", "which elements are infinite", OfOne},
    {"isfinite", "isfinite(x)", "which elements are neither NaN nor infinite", OfOne},
    {"isneginf", "isneginf(x)", "which elements are -inf", OfOne},
    {"isposinf", "isposinf(x)", "which elements are +inf", OfOne},
    {"signbit", "signbit(x)", "which elements carry a minus sign, -0.0 included", OfOne},
    {"real", "real(x)", "real part", CallReal},
    {"imag", "imag(x)", "imaginary part", CallImag},
    {"conj", "conj(x)", "with the imaginary part negated", OfOne, true},
    {"angle", "angle(x)", "angle of complex numbers in radians", CallAngle},
    {"maximum", "maximum(x, y)", "the larger of each two elements; NaN wins", CallMaximum},
    {"minimum", "minimum(x, y)", "the smaller of each two elements; NaN wins", CallMinimum},
    {"add", "add(x, y)", "x + y", CallOperator<Op::kAdd>},
    {"subtract", "subtract(x, y)", "x - y", CallOperator<Op::kSubtract>},
    {"multiply", "multiply(x, y)", "x * y", CallOperator<Op::kMultiply>},
    {"divide", "divide(x, y)", "x / y", CallOperator<Op::kDivide>},
    {"floor_divide", "floor_divide(x, y)", "x // y", CallOperator<Op::kFloorDivide>},
    {"remainder", "remainder(x, y)", "x % y", CallOperator<Op::kRemainder>},
    {"power", "power(x, y)", "x ** y", CallOperator<Op::kPower>},
    {"equal", "equal(x, y)", "x == y", CallComparison<Op::kEqual>},
    {"not_equal", "not_equal(x, y)", "x != y", CallComparison<Op::kNotEqual>},
    {"less", "less(x, y)", "x < y", CallComparison<Op::kLess>},
    {"less_equal", "less_equal(x, y)", "x <= y", CallComparison<Op::kLessEqual>},
    {"greater", "greater(x, y)", "x > y", CallComparison<Op::kGreater>},
    {"greater_equal", "greater_equal(x, y)", "x >= y", CallComparison<Op::kGreaterEqual>},
    {"logical_and", "logical_and(x, y)", "where both are not zero", CallLogical<Op::kBitAnd>},
    {"logical_or", "logical_or(x, y)", "where either is not zero", CallLogical<Op::kBitOr>},
    {"logical_xor", "logical_xor(x, y)", "where one of the two is not zero",
     CallLogical<Op::kBitXor>},
    {"logical_not", "logical_not(x)", "where it is zero", CallLogicalNot},
    {"where", "where(condition, x=None, y=None)",
     "x where the condition holds, else y; without them, where it holds", CallWhere},
    {"clip", "clip(a, min=None, max=None)", "with what lies outside moved to the limits", CallClip,
     true},
    {"isclose", "isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
     "which elements are nearly equal", CallIsClose},
    {"allclose", "allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)",
     "whether all elements are nearly equal", CallAllClose},
    {"array_equal", "array_equal(a, b)", "whether shapes and all elements are equal",
     CallArrayEqual},
};

}  // namespace

std::span<const Function> ElementwiseFunctions() { return kElementwise; }

}  // namespace tdbg::expr
