// Functions of one array, element by element.
#pragma once

#include <complex>
#include <span>
#include <string_view>

#include "expr/node.h"
#include "expr/object.h"

namespace tdbg::expr {

// sqrt, exp, floor, isnan and the like. Computed in double (complex: of doubles) and rounded once
// to the result's dtype.
struct ElementFunction {
  enum class Result : uint8_t {
    kFloat,      // integers become floats
    kSame,       // the dtype itself; of_signed and of_unsigned where integers change
    kMagnitude,  // the same, a complex number becoming a real one
    kBool,       // a test
  };
  std::string_view name;
  Result result;
  double (*of_real)(double) = nullptr;
  std::complex<double> (*of_complex)(std::complex<double>) = nullptr;  // null: not defined
  int64_t (*of_signed)(int64_t) = nullptr;                             // null: unchanged
  bool takes_bool = true;
};

// All that have a name, for the table of functions.
std::span<const ElementFunction> ElementFunctions();

// The one of this name, which must exist.
const ElementFunction& ElementFunctionOf(std::string_view name);

Result<Array> Apply(const ElementFunction& function, const Array& array, const Stop& stop);

// kNegative, kPositive, kInvert and, for a single element, kNot.
Result<Array> Apply(Op op, const Array& array, const Stop& stop);

// Whether a single number is not zero; an error for arrays.
Result<bool> Truth(const Array& array);

// Each element as bool.
Result<Array> AsBools(const Array& array);

// numpy's round: to so many decimals, ties to even.
Result<Array> Round(const Array& array, int64_t decimals, const Stop& stop);

Result<Array> RealPart(const Array& array);
Result<Array> ImaginaryPart(const Array& array);
Result<Array> Angle(const Array& array, const Stop& stop);

}  // namespace tdbg::expr
