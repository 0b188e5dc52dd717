#include "expr/python_number.h"

#include <cmath>
#include <complex>
#include <limits>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/element_block.h"
#include "expr/promotion.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
__extension__ using Wide = __int128;

Wide IntegerOf(const Array& number) {
  if (number.dtype() == DType::kU64) return tensor::LoadUnaligned<uint64_t>(number.data());
  return tensor::ReadInt64(number.dtype(), number.data());
}

Result<Array> Integer(Wide value) {
  if (value >= 0 && value <= std::numeric_limits<uint64_t>::max()) {
    return WeakUint(static_cast<uint64_t>(value));
  }
  if (value < 0 && value >= std::numeric_limits<int64_t>::min()) {
    return WeakInt(static_cast<int64_t>(value));
  }
  return InvalidArgument("this integer does not fit 64 bits");
}

Status DivisionByZero() { return InvalidArgument("division by zero"); }

Wide FloorDivide(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

Result<Array> Power(Wide base, Wide exponent) {
  if (exponent < 0) {
    if (base == 0) return DivisionByZero();
    return WeakReal(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  if (base == 0 || base == 1) return Integer(exponent == 0 ? 1 : base);
  if (base == -1) return Integer(exponent % 2 == 0 ? 1 : -1);
  if (exponent > 64) return Integer(std::numeric_limits<Wide>::max());
  Wide result = 1;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(result, base, &result)) {
      return Integer(std::numeric_limits<Wide>::max());
    }
  }
  return Integer(result);
}

Result<Array> ApplyIntegers(Op op, Wide a, Wide b, bool both_bool) {
  const auto bits = [&](Wide value) -> Result<Array> {
    if (both_bool) return WeakBool(value != 0);
    return Integer(value);
  };
  switch (op) {
    case Op::kAdd:
      return Integer(a + b);
    case Op::kSubtract:
      return Integer(a - b);
    case Op::kMultiply: {
      Wide product = 0;
      if (__builtin_mul_overflow(a, b, &product)) product = std::numeric_limits<Wide>::max();
      return Integer(product);
    }
    case Op::kDivide:
      if (b == 0) return DivisionByZero();
      return WeakReal(
          static_cast<double>(static_cast<long double>(a) / static_cast<long double>(b)));
    case Op::kFloorDivide:
      if (b == 0) return DivisionByZero();
      return Integer(FloorDivide(a, b));
    case Op::kRemainder:
      if (b == 0) return DivisionByZero();
      return Integer(a - FloorDivide(a, b) * b);
    case Op::kPower:
      return Power(a, b);
    case Op::kBitAnd:
      return bits(a & b);
    case Op::kBitOr:
      return bits(a | b);
    case Op::kBitXor:
      return bits(a ^ b);
    default:
      break;
  }
  if (b < 0) return InvalidArgument("a number cannot be shifted by a negative count");
  if (op == Op::kShiftRight) return Integer(b > 100 ? (a < 0 ? -1 : 0) : a >> static_cast<int>(b));
  if (a != 0 && b > 62) return Integer(std::numeric_limits<Wide>::max());
  return Integer(a * (Wide{1} << static_cast<int>(a == 0 ? 0 : b)));
}

}  // namespace

Result<Array> ApplyPython(Op op, const Array& a, const Array& b) {
  const auto kind = [](const Array& x) { return NumbersOf(x.dtype()); };
  const auto integral = [&](const Array& x) {
    return kind(x) == Numbers::kSigned || kind(x) == Numbers::kUnsigned;
  };
  if (integral(a) && integral(b)) {
    return ApplyIntegers(op, IntegerOf(a), IntegerOf(b),
                         a.dtype() == DType::kBool && b.dtype() == DType::kBool);
  }
  const bool divides = op == Op::kDivide || op == Op::kFloorDivide || op == Op::kRemainder;
  const std::complex<double> divisor = tensor::ReadComplex(b.dtype(), b.data());
  if (divides && divisor == std::complex<double>(0)) return DivisionByZero();
  const bool complex = kind(a) == Numbers::kComplex || kind(b) == Numbers::kComplex;
  const DType dtype = complex ? DType::kComplex128 : DType::kF64;
  TDBG_ASSIGN_OR_RETURN(const Array left, Cast(a, dtype));
  TDBG_ASSIGN_OR_RETURN(const Array right, Cast(b, dtype));
  if (op == Op::kPower && !complex && tensor::ReadDouble(dtype, left.data()) < 0) {
    const double exponent = divisor.real();
    if (std::isfinite(exponent) && exponent != std::floor(exponent)) {
      return InvalidArgument("a negative number has no real power that is not whole");
    }
  }
  TDBG_ASSIGN_OR_RETURN(Array result, Apply(FunctionOf(op), left, right, Stop()));
  result.weak = true;
  return result;
}

Result<Array> ApplyPython(Op op, const Array& a) {
  const Numbers numbers = NumbersOf(a.dtype());
  if (numbers == Numbers::kSigned || numbers == Numbers::kUnsigned) {
    const Wide value = IntegerOf(a);
    return Integer(op == Op::kNegative ? -value : op == Op::kInvert ? ~value : value);
  }
  if (op == Op::kPositive) return a;
  if (op == Op::kInvert) return InvalidArgument("'~' is not defined for numbers with a fraction");
  const std::complex<double> value = tensor::ReadComplex(a.dtype(), a.data());
  return numbers == Numbers::kReal ? WeakReal(-value.real()) : WeakComplex(-value);
}

}  // namespace tdbg::expr
