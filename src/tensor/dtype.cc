#include "tensor/dtype.h"

#include <array>

namespace tdbg::tensor {
namespace {

using Class = DTypeClass;

// Indexed by the number of the type.
constexpr std::array<DTypeInfo, kDTypeCount> kInfos = {{
    {"invalid", "invalid", Class::kNone, 0, 0},
    {"float32", "f32", Class::kFloat, 4, 32},
    {"float64", "f64", Class::kFloat, 8, 64},
    {"int32", "i32", Class::kSigned, 4, 32},
    {"uint8", "u8", Class::kUnsigned, 1, 8},
    {"int16", "i16", Class::kSigned, 2, 16},
    {"int8", "i8", Class::kSigned, 1, 8},
    {"string", "str", Class::kOpaque, 0, 0},
    {"complex64", "c64", Class::kComplex, 8, 64},
    {"int64", "i64", Class::kSigned, 8, 64},
    {"bool", "bool", Class::kBool, 1, 8},
    {"qint8", "qi8", Class::kSigned, 1, 8},
    {"quint8", "qu8", Class::kUnsigned, 1, 8},
    {"qint32", "qi32", Class::kSigned, 4, 32},
    {"bfloat16", "bf16", Class::kFloat, 2, 16},
    {"qint16", "qi16", Class::kSigned, 2, 16},
    {"quint16", "qu16", Class::kUnsigned, 2, 16},
    {"uint16", "u16", Class::kUnsigned, 2, 16},
    {"complex128", "c128", Class::kComplex, 16, 128},
    {"float16", "f16", Class::kFloat, 2, 16},
    {"resource", "res", Class::kOpaque, 0, 0},
    {"variant", "var", Class::kOpaque, 0, 0},
    {"uint32", "u32", Class::kUnsigned, 4, 32},
    {"uint64", "u64", Class::kUnsigned, 8, 64},
    {"float8_e5m2", "f8e5m2", Class::kFloat, 1, 8},
    {"float8_e4m3fn", "f8e4m3fn", Class::kFloat, 1, 8},
    {"float8_e4m3fnuz", "f8e4m3fnuz", Class::kFloat, 1, 8},
    {"float8_e4m3b11fnuz", "f8e4m3b11fnuz", Class::kFloat, 1, 8},
    {"float8_e5m2fnuz", "f8e5m2fnuz", Class::kFloat, 1, 8},
    {"int4", "i4", Class::kSigned, 1, 4},
    {"uint4", "u4", Class::kUnsigned, 1, 4},
    {"int2", "i2", Class::kSigned, 1, 2},
    {"uint2", "u2", Class::kUnsigned, 1, 2},
    {"float4_e2m1fn", "f4e2m1fn", Class::kFloat, 1, 4},
}};

}  // namespace

const DTypeInfo& Info(DType dtype) {
  const auto number = static_cast<size_t>(dtype);
  return kInfos[number < kInfos.size() ? number : 0];
}

std::optional<DType> DTypeFromNumber(int64_t number) {
  if (number <= 0 || number >= kDTypeCount) return std::nullopt;
  return static_cast<DType>(number);
}

std::optional<DType> DTypeFromName(std::string_view name) {
  for (int number = 1; number < kDTypeCount; ++number) {
    const DTypeInfo& info = kInfos[static_cast<size_t>(number)];
    if (name == info.name || name == info.short_name) return static_cast<DType>(number);
  }
  return std::nullopt;
}

}  // namespace tdbg::tensor
