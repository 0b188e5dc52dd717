#include "expr/promotion.h"

#include <algorithm>
#include <string>
#include <utility>

#include "expr/element_block.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::DTypeClass;
using tensor::Info;

int Bits(DType d) { return Info(d).bits; }
DTypeClass Class(DType d) { return Info(d).cls; }

bool IsFloat(DType d) { return Class(d) == DTypeClass::kFloat; }
bool IsComplex(DType d) { return Class(d) == DTypeClass::kComplex; }

// Floats that numpy does not know: bfloat16 and below.
bool IsForeignFloat(DType d) {
  return IsFloat(d) && d != DType::kF16 && d != DType::kF32 && d != DType::kF64;
}

// Eight bits and less, save e5m2, which mixes with nothing.
bool IsMixingFloat(DType d) {
  return IsForeignFloat(d) && d != DType::kBF16 && d != DType::kF8E5M2;
}

DType SignedOfBits(int bits) {
  return bits <= 8 ? DType::kI8 : bits <= 16 ? DType::kI16 : bits <= 32 ? DType::kI32 : DType::kI64;
}

DType PromoteIntegers(DType a, DType b) {
  const bool a_signed = Class(a) == DTypeClass::kSigned;
  const bool b_signed = Class(b) == DTypeClass::kSigned;
  if (a_signed == b_signed) return Bits(a) >= Bits(b) ? a : b;
  const DType with_sign = a_signed ? a : b;
  const DType without = a_signed ? b : a;
  if (Bits(without) == 64) return DType::kF64;
  if (Bits(with_sign) > Bits(without) && Bits(with_sign) >= 8) return with_sign;
  if (Bits(without) < 8) return DType::kI8;
  return SignedOfBits(std::max(Bits(without) * 2, 8));
}

// The float that numpy finds for an integer beside another float.
DType FloatHolding(DType integer) {
  return Bits(integer) <= 8 ? DType::kF16 : Bits(integer) <= 16 ? DType::kF32 : DType::kF64;
}

DType PromoteFloats(DType a, DType b) {
  if (a == b) return a;
  if (!IsForeignFloat(a) && !IsForeignFloat(b)) return Bits(a) >= Bits(b) ? a : b;
  if (IsMixingFloat(a) && IsMixingFloat(b)) return a;
  return a == DType::kF64 || b == DType::kF64 ? DType::kF64 : DType::kF32;
}

DType PromoteFloatAndInteger(DType real, DType integer) {
  if (!IsForeignFloat(real)) return PromoteFloats(real, FloatHolding(integer));
  if (IsSubByte(integer)) return IsMixingFloat(real) ? real : DType::kF32;
  if (Bits(integer) <= 8) return real;
  return Bits(integer) <= 16 ? DType::kF32 : DType::kF64;
}

// 0 bool, 1 integer, 2 real, 3 complex: the kinds of Python's numbers.
int Kind(DType d) {
  switch (Class(d)) {
    case DTypeClass::kBool:
      return 0;
    case DTypeClass::kFloat:
      return 2;
    case DTypeClass::kComplex:
      return 3;
    default:
      return 1;
  }
}

// What an array's dtype becomes beside a Python number of this kind.
DType BesideWeak(DType strong, int kind) {
  switch (kind) {
    case 0:
      return strong;
    case 1:
      if (strong == DType::kBool) return DType::kI64;
      return IsSubByte(strong) ? DType::kI8 : strong;
    case 2:
      if (IsSubByte(strong)) return DType::kF16;
      if (IsForeignFloat(strong)) return DType::kF32;
      return Kind(strong) < 2 ? DType::kF64 : strong;
    default:
      if (IsComplex(strong)) return strong;
      if (IsSubByte(strong)) return DType::kComplex64;
      return Kind(strong) < 2 || strong == DType::kF64 ? DType::kComplex128 : DType::kComplex64;
  }
}

Status NoNumbers(DType d) {
  return InvalidArgument("elements of dtype " + std::string(Info(d).name) + " are no numbers");
}

}  // namespace

bool IsInteger(DType d) {
  return Class(d) == DTypeClass::kSigned || Class(d) == DTypeClass::kUnsigned;
}
bool IsSubByte(DType d) { return IsInteger(d) && Bits(d) < 8; }

DType Unquantized(DType d) {
  switch (d) {
    case DType::kQI8:
      return DType::kI8;
    case DType::kQU8:
      return DType::kU8;
    case DType::kQI16:
      return DType::kI16;
    case DType::kQU16:
      return DType::kU16;
    case DType::kQI32:
      return DType::kI32;
    default:
      return d;
  }
}

Result<DType> Promote(DType a, DType b) {
  if (!tensor::HasNumbers(a)) return NoNumbers(a);
  if (!tensor::HasNumbers(b)) return NoNumbers(b);
  if (a == b || b == DType::kBool) return a;
  if (a == DType::kBool) return b;
  if (IsComplex(a) || IsComplex(b)) {
    TDBG_ASSIGN_OR_RETURN(const DType real, Promote(RealOf(a), RealOf(b)));
    return real == DType::kF64 || (IsInteger(real) && Bits(real) > 16) ? DType::kComplex128
                                                                       : DType::kComplex64;
  }
  if (IsFloat(a) && IsFloat(b)) return PromoteFloats(a, b);
  if (IsFloat(a)) return PromoteFloatAndInteger(a, b);
  if (IsFloat(b)) return PromoteFloatAndInteger(b, a);
  return PromoteIntegers(a, b);
}

Result<DType> PromoteOperands(const Array& a, const Array& b) {
  for (const Array* array : {&a, &b}) {
    if (!tensor::HasNumbers(array->dtype())) return NoNumbers(array->dtype());
  }
  if (a.weak == b.weak) {
    // Python's integers are of one kind, whatever holds them.
    if (a.weak && Kind(a.dtype()) == 1 && Kind(b.dtype()) == 1) {
      return a.dtype() == b.dtype() ? a.dtype() : DType::kI64;
    }
    return Promote(a.dtype(), b.dtype());
  }
  const Array& weak = a.weak ? a : b;
  const Array& strong = a.weak ? b : a;
  return BesideWeak(strong.dtype(), Kind(weak.dtype()));
}

DType QuotientDType(const Array& a, const Array& b, DType common) {
  if (Kind(common) >= 2) return common;
  const bool sub_byte = (IsSubByte(a.dtype()) && !a.weak) || (IsSubByte(b.dtype()) && !b.weak);
  if (!sub_byte) return DType::kF64;
  const bool a_wider = !a.weak && (b.weak || Bits(a.dtype()) > Bits(b.dtype()));
  return FloatHolding(a_wider ? a.dtype() : b.dtype());
}

DType FloatOf(DType d) { return Kind(d) >= 2 ? d : FloatHolding(d); }

DType SumDType(DType d) {
  if (Kind(d) >= 2) return d;
  return Class(d) == DTypeClass::kUnsigned ? DType::kU64 : DType::kI64;
}

DType RealOf(DType d) {
  return d == DType::kComplex64 ? DType::kF32 : d == DType::kComplex128 ? DType::kF64 : d;
}

}  // namespace tdbg::expr
