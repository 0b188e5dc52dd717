// The element types a tensor can have, and what is known of each without looking at a value.
//
// The numbers are TensorFlow's DataType numbers, because every recorded format of ours and theirs
// carries them; nothing else here knows TensorFlow.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tdbg::tensor {

enum class DType : uint8_t {
  kInvalid = 0,
  kF32 = 1,
  kF64 = 2,
  kI32 = 3,
  kU8 = 4,
  kI16 = 5,
  kI8 = 6,
  kString = 7,
  kComplex64 = 8,
  kI64 = 9,
  kBool = 10,
  kQI8 = 11,
  kQU8 = 12,
  kQI32 = 13,
  kBF16 = 14,
  kQI16 = 15,
  kQU16 = 16,
  kU16 = 17,
  kComplex128 = 18,
  kF16 = 19,
  kResource = 20,
  kVariant = 21,
  kU32 = 22,
  kU64 = 23,
  kF8E5M2 = 24,
  kF8E4M3FN = 25,
  kF8E4M3FNUZ = 26,
  kF8E4M3B11FNUZ = 27,
  kF8E5M2FNUZ = 28,
  kI4 = 29,
  kU4 = 30,
  kI2 = 31,
  kU2 = 32,
  kF4E2M1FN = 33,
};
inline constexpr int kDTypeCount = 34;

enum class DTypeClass : uint8_t {
  kNone,    // kInvalid
  kFloat,   // every float width, fp8 and fp4 included
  kSigned,  // quantized ones included
  kUnsigned,
  kBool,
  kComplex,
  kOpaque,  // string, resource, variant: elements without numbers
};

struct DTypeInfo {
  std::string_view name;        // numpy's and TensorFlow's name: "float32", "bfloat16", "int4"
  std::string_view short_name;  // for tables: "f32", "bf16", "i4"
  DTypeClass cls;
  uint8_t bytes;  // of one element in memory; 1 for the 4- and 2-bit types; 0 for opaque ones
  uint8_t bits;   // that carry meaning: 4 for kI4; 0 for opaque ones
};

// That of kInvalid for a value outside the enumeration.
const DTypeInfo& Info(DType dtype);

inline bool IsOpaque(DType d) { return Info(d).cls == DTypeClass::kOpaque; }
inline bool HasNumbers(DType d) {
  return Info(d).cls != DTypeClass::kOpaque && Info(d).cls != DTypeClass::kNone;
}

// Whether an element of this type can be NaN or infinite.
inline bool MayBeBad(DType d) {
  const DTypeClass cls = Info(d).cls;
  return (cls == DTypeClass::kFloat && d != DType::kF4E2M1FN) || cls == DTypeClass::kComplex;
}

// nullopt for a number that is no element type, 0 included. Reference types (100 + n) are not
// mapped here.
std::optional<DType> DTypeFromNumber(int64_t number);

// By `name` or `short_name`.
std::optional<DType> DTypeFromName(std::string_view name);

}  // namespace tdbg::tensor
