#include "expr/arithmetic.h"

#include <cmath>
#include <type_traits>
#include <utility>

#include "expr/cast.h"
#include "expr/promotion.h"
#include "expr/python_number.h"

namespace tdbg::expr {
namespace {

using Complex = std::complex<double>;
using tensor::DType;

template <typename T, T (*F)(T, T)>
void Each(const T* a, const T* b, T* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = F(a[i], b[i]);
}

// Integers wrap, so they are computed without a sign wherever the bits are the same.
template <typename T, typename F>
T Wrapping(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  } else {
    return f(a, b);
  }
}

template <typename T>
T Add(T a, T b) {
  return Wrapping(a, b, [](auto x, auto y) { return x + y; });
}

template <typename T>
T Subtract(T a, T b) {
  return Wrapping(a, b, [](auto x, auto y) { return x - y; });
}

template <typename T>
T Multiply(T a, T b) {
  // std::complex would repair infinities, which numpy does not.
  if constexpr (kIsComplex<T>) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  } else {
    return Wrapping(a, b, [](auto x, auto y) { return x * y; });
  }
}

double Quotient(double a, double b) { return a / b; }

// Scaled by the larger part of the divisor, so that nothing overflows on the way.
Complex ComplexQuotient(Complex a, Complex b) {
  const double re = std::fabs(b.real());
  const double im = std::fabs(b.imag());
  if (re >= im) {
    if (re == 0 && im == 0) return {a.real() / re, a.imag() / re};
    const double ratio = b.imag() / b.real();
    const double scale = 1.0 / (b.real() + b.imag() * ratio);
    return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
  }
  const double ratio = b.real() / b.imag();
  const double scale = 1.0 / (b.imag() + b.real() * ratio);
  return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}

int64_t FloorDivideSigned(int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return Subtract<int64_t>(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
uint64_t FloorDivideUnsigned(uint64_t a, uint64_t b) { return b == 0 ? 0 : a / b; }

int64_t RemainderSigned(int64_t a, int64_t b) {
  if (b == 0 || b == -1) return 0;
  const int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
uint64_t RemainderUnsigned(uint64_t a, uint64_t b) { return b == 0 ? 0 : a % b; }

// The quotient is made from the exact remainder, so that the two always fit together.
struct Division {
  double floor;
  double rest;
};
Division DivideReal(double a, double b) {
  double rest = std::fmod(a, b);
  if (b == 0) return {a / b, rest};
  double quotient = (a - rest) / b;
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) {
      rest += b;
      quotient -= 1.0;
    }
  } else {
    rest = std::copysign(0.0, b);
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), rest};
  double floor = std::floor(quotient);
  if (quotient - floor > 0.5) floor += 1.0;
  return {floor, rest};
}
double FloorDivideReal(double a, double b) { return DivideReal(a, b).floor; }
double RemainderReal(double a, double b) { return DivideReal(a, b).rest; }

// Exponents below 0 are refused before.
template <typename T>
T PowerInteger(T base, T exponent) {
  uint64_t result = 1;
  auto square = static_cast<uint64_t>(base);
  for (auto left = static_cast<uint64_t>(exponent); left != 0; left >>= 1) {
    if (left & 1) result *= square;
    square *= square;
  }
  return static_cast<T>(result);
}
double PowerReal(double a, double b) { return std::pow(a, b); }
Complex PowerComplex(Complex a, Complex b) {
  if (b == Complex(0)) return 1;
  if (a == Complex(0)) {
    const double none = std::nan("");
    return b.real() > 0 && b.imag() == 0 ? Complex(0) : Complex(none, none);
  }
  const double whole = std::trunc(b.real());
  if (b.imag() == 0 && whole == b.real() && std::fabs(whole) < 100) {
    // Whole powers by squaring are exact where logarithms are not.
    Complex result = 1;
    Complex square = a;
    for (auto left = static_cast<int>(std::fabs(whole)); left != 0; left >>= 1) {
      if (left & 1) result = Multiply(result, square);
      square = Multiply(square, square);
    }
    return whole < 0 ? ComplexQuotient(1, result) : result;
  }
  return std::pow(a, b);
}

template <typename T>
T BitAnd(T a, T b) {
  return a & b;
}
template <typename T>
T BitOr(T a, T b) {
  return a | b;
}
template <typename T>
T BitXor(T a, T b) {
  return a ^ b;
}
template <typename T>
T ShiftLeft(T a, T b) {
  const auto by = static_cast<uint64_t>(b);
  return by >= 64 ? 0 : static_cast<T>(static_cast<uint64_t>(a) << by);
}
template <typename T>
T ShiftRight(T a, T b) {
  const auto by = static_cast<uint64_t>(b);
  if (by >= 64) return a < 0 ? static_cast<T>(-1) : 0;
  return a >> by;
}

bool IsNan(double x) { return x != x; }
bool IsNan(Complex x) { return IsNan(x.real()) || IsNan(x.imag()); }

template <typename T>
bool Less(T a, T b) {
  if constexpr (kIsComplex<T>) {
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  } else {
    return a < b;
  }
}
// The first NaN wins.
template <typename T>
T Larger(T a, T b) {
  if constexpr (!std::is_integral_v<T>) {
    if (IsNan(a)) return a;
    if (IsNan(b)) return b;
  }
  return Less(a, b) ? b : a;
}
template <typename T>
T Smaller(T a, T b) {
  if constexpr (!std::is_integral_v<T>) {
    if (IsNan(a)) return a;
    if (IsNan(b)) return b;
  }
  return Less(b, a) ? b : a;
}

double Arctan2(double a, double b) { return std::atan2(a, b); }
double Hypot(double a, double b) { return std::hypot(a, b); }

using PairResult = PairFunction::Result;

constexpr PairFunction kAdd = {"+",
                               PairResult::kCommon,
                               Each<int64_t, Add>,
                               Each<uint64_t, Add>,
                               Each<double, Add>,
                               Each<Complex, Add>};
constexpr PairFunction kSubtract = {"-",
                                    PairResult::kNotOfBools,
                                    Each<int64_t, Subtract>,
                                    Each<uint64_t, Subtract>,
                                    Each<double, Subtract>,
                                    Each<Complex, Subtract>};
constexpr PairFunction kMultiply = {"*",
                                    PairResult::kCommon,
                                    Each<int64_t, Multiply>,
                                    Each<uint64_t, Multiply>,
                                    Each<double, Multiply>,
                                    Each<Complex, Multiply>};
constexpr PairFunction kDivide = {"/",     PairResult::kQuotient,  nullptr,
                                  nullptr, Each<double, Quotient>, Each<Complex, ComplexQuotient>};
constexpr PairFunction kFloorDivide = {"//",
                                       PairResult::kBoolAsInt8,
                                       Each<int64_t, FloorDivideSigned>,
                                       Each<uint64_t, FloorDivideUnsigned>,
                                       Each<double, FloorDivideReal>,
                                       nullptr};
constexpr PairFunction kRemainder = {"%",
                                     PairResult::kBoolAsInt8,
                                     Each<int64_t, RemainderSigned>,
                                     Each<uint64_t, RemainderUnsigned>,
                                     Each<double, RemainderReal>,
                                     nullptr};
constexpr PairFunction kPower = {"**",
                                 PairResult::kBoolAsInt8,
                                 Each<int64_t, PowerInteger>,
                                 Each<uint64_t, PowerInteger>,
                                 Each<double, PowerReal>,
                                 Each<Complex, PowerComplex>};
constexpr PairFunction kBitAnd = {
    "&", PairResult::kInteger, Each<int64_t, BitAnd>, Each<uint64_t, BitAnd>, nullptr, nullptr};
constexpr PairFunction kBitOr = {
    "|", PairResult::kInteger, Each<int64_t, BitOr>, Each<uint64_t, BitOr>, nullptr, nullptr};
constexpr PairFunction kBitXor = {
    "^", PairResult::kInteger, Each<int64_t, BitXor>, Each<uint64_t, BitXor>, nullptr, nullptr};
constexpr PairFunction kShiftLeft = {
    "<<",   PairResult::kShift, Each<int64_t, ShiftLeft>, Each<uint64_t, ShiftLeft>, nullptr,
    nullptr};
constexpr PairFunction kShiftRight = {
    ">>",   PairResult::kShift, Each<int64_t, ShiftRight>, Each<uint64_t, ShiftRight>, nullptr,
    nullptr};

Status NotFor(const PairFunction& function, DType dtype) {
  return InvalidArgument("'" + std::string(function.name) + "' is not defined for " +
                         std::string(tensor::Info(dtype).name));
}

Result<DType> ResultDType(const PairFunction& function, const Array& a, const Array& b) {
  TDBG_ASSIGN_OR_RETURN(const DType common, PromoteOperands(a, b));
  const bool integer = common == DType::kBool || IsInteger(common);
  switch (function.result) {
    case PairResult::kCommon:
      return common;
    case PairResult::kNotOfBools:
      if (common == DType::kBool) return NotFor(function, common);
      return common;
    case PairResult::kWholeBytes:
      return IsSubByte(common) ? DType::kI8 : common;
    case PairResult::kQuotient:
      return QuotientDType(a, b, common);
    case PairResult::kReal:
      return FloatOf(common);
    case PairResult::kInteger:
      if (!integer) return NotFor(function, common);
      return IsSubByte(common) ? DType::kI8 : common;
    case PairResult::kShift:
      if (!integer) return NotFor(function, common);
      [[fallthrough]];
    case PairResult::kBoolAsInt8:
      return common == DType::kBool ? DType::kI8 : common;
  }
  return common;
}

Status CheckExponents(const Array& exponents) {
  for (int64_t i = 0; i < exponents.size(); ++i) {
    const auto* at = exponents.data() + i * tensor::ElementStride(exponents.dtype());
    if (tensor::ReadInt64(exponents.dtype(), at) < 0) {
      return InvalidArgument("an integer array cannot be raised to a negative integer power");
    }
  }
  return Status::Ok();
}

}  // namespace

const PairFunction kMaximum = {"maximum",
                               PairResult::kWholeBytes,
                               Each<int64_t, Larger>,
                               Each<uint64_t, Larger>,
                               Each<double, Larger>,
                               Each<Complex, Larger>};
const PairFunction kMinimum = {"minimum",
                               PairResult::kWholeBytes,
                               Each<int64_t, Smaller>,
                               Each<uint64_t, Smaller>,
                               Each<double, Smaller>,
                               Each<Complex, Smaller>};
const PairFunction kArctan2 = {"arctan2", PairResult::kReal,     nullptr,
                               nullptr,   Each<double, Arctan2>, nullptr};
const PairFunction kHypot = {"hypot", PairResult::kReal,   nullptr,
                             nullptr, Each<double, Hypot>, nullptr};

const PairFunction& FunctionOf(Op op) {
  switch (op) {
    case Op::kSubtract:
      return kSubtract;
    case Op::kMultiply:
      return kMultiply;
    case Op::kDivide:
      return kDivide;
    case Op::kFloorDivide:
      return kFloorDivide;
    case Op::kRemainder:
      return kRemainder;
    case Op::kPower:
      return kPower;
    case Op::kBitAnd:
      return kBitAnd;
    case Op::kBitOr:
      return kBitOr;
    case Op::kBitXor:
      return kBitXor;
    case Op::kShiftLeft:
      return kShiftLeft;
    case Op::kShiftRight:
      return kShiftRight;
    default:
      TDBG_CHECK(op == Op::kAdd);
      return kAdd;
  }
}

Result<Array> Apply(Op op, const Array& a, const Array& b, const Stop& stop) {
  if (a.weak && b.weak) return ApplyPython(op, a, b);
  return Apply(FunctionOf(op), a, b, stop);
}

Result<Array> Apply(const PairFunction& function, const Array& a, const Array& b,
                    const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const DType dtype, ResultDType(function, a, b));
  TDBG_ASSIGN_OR_RETURN(const Array left, CastOperand(a, dtype));
  TDBG_ASSIGN_OR_RETURN(const Array right, CastOperand(b, dtype));
  const auto map = [&]<typename T>(PairFunction::Kernel<T> kernel) -> Result<Array> {
    if (!kernel) return NotFor(function, dtype);
    return MapPairs<T, T, T>(left, right, dtype, stop, kernel);
  };
  switch (NumbersOf(dtype)) {
    case Numbers::kSigned:
      if (function.of_signed == kPower.of_signed) TDBG_RETURN_IF_ERROR(CheckExponents(right));
      return map(function.of_signed);
    case Numbers::kUnsigned:
      return map(function.of_unsigned);
    case Numbers::kReal:
      return map(function.of_real);
    case Numbers::kComplex:
      break;
  }
  return map(function.of_complex);
}

}  // namespace tdbg::expr
