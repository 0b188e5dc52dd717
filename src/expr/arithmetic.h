// Operators and functions of two arrays, element by element.
#pragma once

#include <complex>

#include "expr/map.h"
#include "expr/node.h"
#include "expr/object.h"

namespace tdbg::expr {

// One function of two numbers, in every type that numbers are computed in; null where there is
// none.
struct PairFunction {
  enum class Result : uint8_t {
    kCommon,      // of the common dtype
    kNotOfBools,  // of the common dtype, which must not be bool
    kWholeBytes,  // of the common dtype, 2- and 4-bit integers taken as int8
    kQuotient,    // integers become floats
    kReal,        // integers become floats, and there is no complex one
    kInteger,     // the same, and it must be a bool or integer one
    kBoolAsInt8,  // of the common dtype, bools taken as int8
    kShift,       // the same, and it must be an integer one
  };
  template <typename T>
  using Kernel = BinaryKernel<T, T, T>;

  std::string_view name;
  Result result;
  Kernel<int64_t> of_signed;
  Kernel<uint64_t> of_unsigned;
  Kernel<double> of_real;
  Kernel<std::complex<double>> of_complex;
};

extern const PairFunction kMaximum;
extern const PairFunction kMinimum;
extern const PairFunction kArctan2;
extern const PairFunction kHypot;

// That of an arithmetic operator (kAdd … kShiftRight, but not kMatmul).
const PairFunction& FunctionOf(Op op);

// numpy's result, dtype included. Two Python numbers give the Python number that Python would.
Result<Array> Apply(Op op, const Array& a, const Array& b, const Stop& stop);
Result<Array> Apply(const PairFunction& function, const Array& a, const Array& b, const Stop& stop);

// kLess … kNotEqual; an array of bool, a Python bool for two Python numbers. Integers are compared
// exactly, whatever their dtypes.
Result<Array> Compare(Op op, const Array& a, const Array& b, const Stop& stop);

}  // namespace tdbg::expr
