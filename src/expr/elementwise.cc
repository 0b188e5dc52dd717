#include "expr/elementwise.h"

#include <algorithm>
#include <cmath>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/map.h"
#include "expr/promotion.h"
#include "expr/python_number.h"

namespace tdbg::expr {
namespace {

using Complex = std::complex<double>;
using ElementResult = ElementFunction::Result;
using tensor::DType;

// The C library is a few units off for some functions in double; not so in long double.
template <long double (*F)(long double)>
double InLongDouble(double x) {
  return static_cast<double>(F(static_cast<long double>(x)));
}

constexpr double kLog2E = 1.4426950408889634;
constexpr double kLn2 = 0.6931471805599453;

double Square(double x) { return x * x; }
double Sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x; }
double Identity(double x) { return x; }
double Negative(double x) { return -x; }
double Degrees(double x) {
  return static_cast<double>(static_cast<long double>(x) * 180.0L / 3.141592653589793238463L);
}
double Radians(double x) {
  return static_cast<double>(static_cast<long double>(x) * 3.141592653589793238463L / 180.0L);
}

Complex SquareComplex(Complex x) {
  return {x.real() * x.real() - x.imag() * x.imag(), 2 * (x.real() * x.imag())};
}
Complex SignComplex(Complex x) {
  if (x == Complex(0)) return 0;
  return x / std::abs(x);
}
Complex Exp2Complex(Complex x) { return std::exp(x * kLn2); }
Complex Log2Complex(Complex x) { return std::log(x) * kLog2E; }
Complex Log10Complex(Complex x) { return std::log10(x); }
Complex Expm1Complex(Complex x) {
  const double half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
          std::exp(x.real()) * std::sin(x.imag())};
}
Complex Log1pComplex(Complex x) {
  return {std::log(std::hypot(x.real() + 1, x.imag())), std::atan2(x.imag(), x.real() + 1)};
}
Complex MagnitudeComplex(Complex x) { return std::hypot(x.real(), x.imag()); }
Complex IdentityComplex(Complex x) { return x; }
Complex NegativeComplex(Complex x) { return -x; }
Complex ConjugateComplex(Complex x) { return std::conj(x); }
Complex RoundComplex(Complex x) { return {std::nearbyint(x.real()), std::nearbyint(x.imag())}; }

template <Complex (*F)(const Complex&)>
Complex OfComplex(Complex x) {
  return F(x);
}

int64_t NegativeSigned(int64_t x) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); }
int64_t MagnitudeSigned(int64_t x) { return x < 0 ? NegativeSigned(x) : x; }
int64_t SquareSigned(int64_t x) {
  return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x));
}
int64_t SignSigned(int64_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
int64_t InvertSigned(int64_t x) { return ~x; }

double TestNan(double x) { return std::isnan(x); }
double TestInf(double x) { return std::isinf(x); }
double TestFinite(double x) { return std::isfinite(x); }
double TestNegInf(double x) { return std::isinf(x) && x < 0; }
double TestPosInf(double x) { return std::isinf(x) && x > 0; }
double TestSign(double x) { return std::signbit(x); }
Complex TestNanComplex(Complex x) { return std::isnan(x.real()) || std::isnan(x.imag()); }
Complex TestInfComplex(Complex x) { return std::isinf(x.real()) || std::isinf(x.imag()); }
Complex TestFiniteComplex(Complex x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }

constexpr ElementFunction kElementFunctions[] = {
    {"exp", ElementResult::kFloat, std::exp, OfComplex<std::exp>},
    {"exp2", ElementResult::kFloat, std::exp2, Exp2Complex},
    {"expm1", ElementResult::kFloat, InLongDouble<std::expm1>, Expm1Complex},
    {"log", ElementResult::kFloat, std::log, OfComplex<std::log>},
    {"log2", ElementResult::kFloat, std::log2, Log2Complex},
    {"log10", ElementResult::kFloat, InLongDouble<std::log10>, Log10Complex},
    {"log1p", ElementResult::kFloat, InLongDouble<std::log1p>, Log1pComplex},
    {"sqrt", ElementResult::kFloat, std::sqrt, OfComplex<std::sqrt>},
    {"cbrt", ElementResult::kFloat, InLongDouble<std::cbrt>},
    {"sin", ElementResult::kFloat, std::sin, OfComplex<std::sin>},
    {"cos", ElementResult::kFloat, std::cos, OfComplex<std::cos>},
    {"tan", ElementResult::kFloat, InLongDouble<std::tan>, OfComplex<std::tan>},
    {"sinh", ElementResult::kFloat, InLongDouble<std::sinh>, OfComplex<std::sinh>},
    {"cosh", ElementResult::kFloat, InLongDouble<std::cosh>, OfComplex<std::cosh>},
    {"tanh", ElementResult::kFloat, InLongDouble<std::tanh>, OfComplex<std::tanh>},
    {"arcsin", ElementResult::kFloat, InLongDouble<std::asin>, OfComplex<std::asin>},
    {"arccos", ElementResult::kFloat, InLongDouble<std::acos>, OfComplex<std::acos>},
    {"arctan", ElementResult::kFloat, InLongDouble<std::atan>, OfComplex<std::atan>},
    {"arcsinh", ElementResult::kFloat, InLongDouble<std::asinh>, OfComplex<std::asinh>},
    {"arccosh", ElementResult::kFloat, InLongDouble<std::acosh>, OfComplex<std::acosh>},
    {"arctanh", ElementResult::kFloat, InLongDouble<std::atanh>, OfComplex<std::atanh>},
    {"degrees", ElementResult::kFloat, Degrees},
    {"radians", ElementResult::kFloat, Radians},
    {"rint", ElementResult::kFloat, std::nearbyint, RoundComplex},
    {"floor", ElementResult::kSame, std::floor},
    {"ceil", ElementResult::kSame, std::ceil},
    {"trunc", ElementResult::kSame, std::trunc},
    {"sign", ElementResult::kSame, Sign, SignComplex, SignSigned, false},
    {"square", ElementResult::kSame, Square, SquareComplex, SquareSigned},
    {"negative", ElementResult::kSame, Negative, NegativeComplex, NegativeSigned, false},
    {"positive", ElementResult::kSame, Identity, IdentityComplex, nullptr, false},
    {"conj", ElementResult::kSame, Identity, ConjugateComplex},
    {"abs", ElementResult::kMagnitude, std::fabs, MagnitudeComplex, MagnitudeSigned},
    {"isnan", ElementResult::kBool, TestNan, TestNanComplex},
    {"isinf", ElementResult::kBool, TestInf, TestInfComplex},
    {"isfinite", ElementResult::kBool, TestFinite, TestFiniteComplex},
    {"isneginf", ElementResult::kBool, TestNegInf},
    {"isposinf", ElementResult::kBool, TestPosInf},
    {"signbit", ElementResult::kBool, TestSign},
};

Status NotFor(const ElementFunction& function, DType dtype) {
  return InvalidArgument("'" + std::string(function.name) + "' is not defined for " +
                         std::string(tensor::Info(dtype).name));
}

// The dtype the function's operand is brought to first.
DType OperandDType(const ElementFunction& function, DType dtype) {
  switch (function.result) {
    case ElementResult::kFloat:
      return FloatOf(dtype);
    case ElementResult::kSame:
    case ElementResult::kMagnitude:
      if (IsSubByte(dtype)) return DType::kI8;
      return dtype == DType::kBool && function.of_signed == SquareSigned ? DType::kI8 : dtype;
    case ElementResult::kBool:
      return dtype;
  }
  return dtype;
}

}  // namespace

std::span<const ElementFunction> ElementFunctions() { return kElementFunctions; }

const ElementFunction& ElementFunctionOf(std::string_view name) {
  const auto* found = std::find_if(std::begin(kElementFunctions), std::end(kElementFunctions),
                                   [&](const ElementFunction& f) { return f.name == name; });
  TDBG_CHECK(found != std::end(kElementFunctions));
  return *found;
}

Result<Array> Apply(const ElementFunction& function, const Array& array, const Stop& stop) {
  if (!tensor::HasNumbers(array.dtype()) ||
      (array.dtype() == DType::kBool && !function.takes_bool)) {
    return NotFor(function, array.dtype());
  }
  const DType dtype = OperandDType(function, array.dtype());
  TDBG_ASSIGN_OR_RETURN(const Array operand, Cast(array, dtype));
  const DType result = function.result == ElementResult::kBool        ? DType::kBool
                       : function.result == ElementResult::kMagnitude ? RealOf(dtype)
                                                                      : dtype;
  switch (NumbersOf(dtype)) {
    case Numbers::kReal:
      return MapFunction(operand, result, stop, function.of_real);
    case Numbers::kComplex:
      if (!function.of_complex) return NotFor(function, dtype);
      return MapFunction(operand, result, stop, function.of_complex);
    default:
      break;
  }
  if (function.result == ElementResult::kBool) {  // integers, for which doubles tell enough
    return MapFunction(operand, result, stop, function.of_real);
  }
  if (!function.of_signed) return operand;
  // Unsigned numbers wrap alike, but all of them are positive.
  if (NumbersOf(dtype) == Numbers::kUnsigned) {
    if (function.of_signed == MagnitudeSigned) return operand;
    if (function.of_signed == SignSigned) {
      TDBG_ASSIGN_OR_RETURN(const Array bools, AsBools(operand));
      return Cast(bools, dtype);
    }
  }
  return MapFunction(operand, result, stop, function.of_signed);
}

Result<Array> Apply(Op op, const Array& array, const Stop& stop) {
  if (op == Op::kNot) {
    TDBG_ASSIGN_OR_RETURN(const bool truth, Truth(array));
    return WeakBool(!truth);
  }
  if (array.weak) return ApplyPython(op, array);
  if (op == Op::kNegative) return Apply(ElementFunctionOf("negative"), array, stop);
  if (op == Op::kPositive) return Apply(ElementFunctionOf("positive"), array, stop);
  if (array.dtype() == DType::kBool) return Compare(Op::kEqual, array, WeakBool(false), stop);
  if (!IsInteger(array.dtype())) {
    return InvalidArgument("'~' is not defined for " +
                           std::string(tensor::Info(array.dtype()).name));
  }
  const DType dtype = IsSubByte(array.dtype()) ? DType::kI8 : array.dtype();
  TDBG_ASSIGN_OR_RETURN(const Array operand, Cast(array, dtype));
  return MapFunction(operand, dtype, stop, InvertSigned);
}

Result<Array> AsBools(const Array& array) { return Cast(array, DType::kBool); }

Result<bool> Truth(const Array& array) {
  if (array.size() != 1) {
    return InvalidArgument("an array of shape " + array.shape().ToString() +
                           " is neither true nor false; use any() or all()");
  }
  TDBG_ASSIGN_OR_RETURN(const Array as_bool, AsBools(array));
  return as_bool.data()[0] != std::byte{0};
}

Result<Array> Round(const Array& array, int64_t decimals, const Stop& stop) {
  const DType dtype = array.dtype();
  if (dtype == DType::kBool || IsSubByte(dtype)) {
    return Apply(ElementFunctionOf("rint"), array, stop);
  }
  if (IsInteger(dtype)) {
    if (decimals >= 0) return Cast(array, dtype);
    TDBG_ASSIGN_OR_RETURN(const Array as_real, Cast(array, DType::kF64));
    TDBG_ASSIGN_OR_RETURN(const Array rounded, Round(as_real, decimals, stop));
    return Cast(rounded, dtype);
  }
  if (decimals == 0) return Apply(ElementFunctionOf("rint"), array, stop);
  // As numpy: scaled, rounded and scaled back in the array's own dtype.
  const Array scale = WeakReal(std::pow(10.0, std::min<double>(400, std::fabs(decimals))));
  TDBG_ASSIGN_OR_RETURN(const Array typed, Cast(scale, dtype));
  const Op there = decimals > 0 ? Op::kMultiply : Op::kDivide;
  const Op back = decimals > 0 ? Op::kDivide : Op::kMultiply;
  TDBG_ASSIGN_OR_RETURN(const Array scaled, Apply(FunctionOf(there), array, typed, stop));
  TDBG_ASSIGN_OR_RETURN(const Array whole, Apply(ElementFunctionOf("rint"), scaled, stop));
  return Apply(FunctionOf(back), whole, typed, stop);
}

Result<Array> RealPart(const Array& array) { return Cast(array, RealOf(array.dtype())); }

Result<Array> ImaginaryPart(const Array& array) {
  if (!tensor::HasNumbers(array.dtype()))
    return NotFor({"imag", ElementResult::kSame}, array.dtype());
  const auto part = [](Complex x) { return Complex(x.imag()); };
  return MapFunction<Complex>(array, RealOf(array.dtype()), Stop(), part);
}

Result<Array> Angle(const Array& array, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array imaginary, ImaginaryPart(array));
  TDBG_ASSIGN_OR_RETURN(const Array real, RealPart(array));
  return Apply(kArctan2, imaginary, real, stop);
}

}  // namespace tdbg::expr
