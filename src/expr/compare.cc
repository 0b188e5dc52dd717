#include <cmath>
#include <complex>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/promotion.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

bool RealPartsDecide(std::complex<double> a, std::complex<double> b) {
  return a.real() < b.real() && !std::isnan(a.imag()) && !std::isnan(b.imag());
}

// Integers of different signs are compared by value, complex numbers by their real parts first.
struct LessThan {
  template <typename A, typename B>
  bool operator()(A a, B b) const {
    if constexpr (kIsComplex<A>) {
      return RealPartsDecide(a, b) || (a.real() == b.real() && a.imag() < b.imag());
    } else if constexpr (std::is_integral_v<A>) {
      return std::cmp_less(a, b);
    } else {
      return a < b;
    }
  }
};
struct LessOrEqual {
  template <typename A, typename B>
  bool operator()(A a, B b) const {
    if constexpr (kIsComplex<A>) {
      return RealPartsDecide(a, b) || (a.real() == b.real() && a.imag() <= b.imag());
    } else if constexpr (std::is_integral_v<A>) {
      return std::cmp_less_equal(a, b);
    } else {
      return a <= b;
    }
  }
};
struct Equals {
  template <typename A, typename B>
  bool operator()(A a, B b) const {
    if constexpr (std::is_integral_v<A>) {
      return std::cmp_equal(a, b);
    } else {
      return a == b;
    }
  }
};

template <typename Test, bool kWanted, typename A, typename B>
void Each(const A* a, const B* b, bool* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = Test()(a[i], b[i]) == kWanted;
}

template <typename A, typename B>
Result<Array> CompareAs(Op op, const Array& a, const Array& b, const Stop& stop) {
  const auto map = [&](BinaryKernel<A, B, bool> kernel) {
    return MapPairs<A, B, bool>(a, b, DType::kBool, stop, kernel);
  };
  switch (op) {
    case Op::kLess:
      return map(Each<LessThan, true, A, B>);
    case Op::kLessEqual:
      return map(Each<LessOrEqual, true, A, B>);
    case Op::kEqual:
      return map(Each<Equals, true, A, B>);
    case Op::kNotEqual:
      return map(Each<Equals, false, A, B>);
    case Op::kGreater:
      return CompareAs<B, A>(Op::kLess, b, a, stop);
    default:
      TDBG_CHECK(op == Op::kGreaterEqual);
      return CompareAs<B, A>(Op::kLessEqual, b, a, stop);
  }
}

}  // namespace

Result<Array> Compare(Op op, const Array& a, const Array& b, const Stop& stop) {
  TDBG_ASSIGN_OR_RETURN(const DType common, PromoteOperands(a, b));
  const auto integral = [](const Array& x) {
    return x.dtype() == DType::kBool || IsInteger(x.dtype());
  };
  Result<Array> result = [&]() -> Result<Array> {
    if (integral(a) && integral(b)) {
      const bool a_huge = a.dtype() == DType::kU64;
      const bool b_huge = b.dtype() == DType::kU64;
      if (a_huge && b_huge) return CompareAs<uint64_t, uint64_t>(op, a, b, stop);
      if (a_huge) return CompareAs<uint64_t, int64_t>(op, a, b, stop);
      if (b_huge) return CompareAs<int64_t, uint64_t>(op, a, b, stop);
      return CompareAs<int64_t, int64_t>(op, a, b, stop);
    }
    TDBG_ASSIGN_OR_RETURN(const Array left, CastOperand(a, common));
    TDBG_ASSIGN_OR_RETURN(const Array right, CastOperand(b, common));
    if (NumbersOf(common) == Numbers::kComplex) {
      return CompareAs<std::complex<double>, std::complex<double>>(op, left, right, stop);
    }
    return CompareAs<double, double>(op, left, right, stop);
  }();
  if (result.ok()) result->weak = a.weak && b.weak;
  return result;
}

}  // namespace tdbg::expr
