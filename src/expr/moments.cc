#include <algorithm>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/promotion.h"
#include "expr/reduce.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

bool IsIntegral(DType dtype) { return dtype == DType::kBool || IsInteger(dtype); }

// bfloat16 and narrower, whose moments would drown in rounding.
bool IsNarrow(DType dtype) {
  return NumbersOf(dtype) == Numbers::kReal && dtype != DType::kF16 && dtype != DType::kF32 &&
         dtype != DType::kF64;
}

// Divided in double precision and brought back, as numpy divides by a count.
Result<Array> DividedBy(const Array& sum, double count, const Stop& stop) {
  const bool complex = NumbersOf(sum.dtype()) == Numbers::kComplex;
  TDBG_ASSIGN_OR_RETURN(const Array wide, Cast(sum, complex ? DType::kComplex128 : DType::kF64));
  TDBG_ASSIGN_OR_RETURN(const Array quotient,
                        Apply(FunctionOf(Op::kDivide), wide, WeakReal(count), stop));
  return Cast(quotient, sum.dtype());
}

Result<Array> SquaredMagnitude(const Array& x, const Stop& stop) {
  const ElementFunction& square = ElementFunctionOf("square");
  if (NumbersOf(x.dtype()) != Numbers::kComplex) return Apply(square, x, stop);
  TDBG_ASSIGN_OR_RETURN(const Array real, RealPart(x));
  TDBG_ASSIGN_OR_RETURN(const Array imaginary, ImaginaryPart(x));
  TDBG_ASSIGN_OR_RETURN(const Array a, Apply(square, real, stop));
  TDBG_ASSIGN_OR_RETURN(const Array b, Apply(square, imaginary, stop));
  return Apply(Op::kAdd, a, b, stop);
}

}  // namespace

Result<Array> Mean(const Array& array, const Along& along, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  const DType dtype = array.dtype();
  const bool narrow = dtype == DType::kF16 || IsNarrow(dtype);
  const DType in = IsIntegral(dtype) ? DType::kF64 : narrow ? DType::kF32 : dtype;
  TDBG_ASSIGN_OR_RETURN(const Array sum, Sum(array, along, stop, in));
  TDBG_ASSIGN_OR_RETURN(const Array mean, DividedBy(sum, static_cast<double>(lanes.n), stop));
  return narrow ? Cast(mean, dtype) : mean;
}

Result<Array> Variance(const Array& given, const Along& along, double ddof, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const Array array,
                        Cast(given, IsNarrow(given.dtype()) ? DType::kF32 : given.dtype()));
  TDBG_ASSIGN_OR_RETURN(const Lanes lanes, LanesOf(array, along, stop));
  const auto count = static_cast<double>(lanes.n);
  Along keeping = along;
  keeping.keep = true;
  const DType in = IsIntegral(array.dtype()) ? DType::kF64 : array.dtype();
  TDBG_ASSIGN_OR_RETURN(const Array sum, Sum(array, keeping, stop, in));
  TDBG_ASSIGN_OR_RETURN(const Array mean, DividedBy(sum, count, stop));
  TDBG_ASSIGN_OR_RETURN(const Array deviation, Apply(Op::kSubtract, array, mean, stop));
  TDBG_ASSIGN_OR_RETURN(const Array squares, SquaredMagnitude(deviation, stop));
  TDBG_ASSIGN_OR_RETURN(const Array total, Sum(squares, along, stop));
  TDBG_ASSIGN_OR_RETURN(const Array variance, DividedBy(total, std::max(count - ddof, 0.0), stop));
  return IsNarrow(given.dtype()) ? Cast(variance, given.dtype()) : variance;
}

}  // namespace tdbg::expr
