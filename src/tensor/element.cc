#include "tensor/element.h"

#include <bit>

#include "base/check.h"
#include "tensor/narrow_float.h"

namespace tdbg::tensor {
namespace {

double ReadF32(const std::byte* at) {
  return std::bit_cast<double>(WidenF32Bits(LoadUnaligned<uint32_t>(at)));
}

uint64_t ReadRaw(const std::byte* at, int bytes) {
  switch (bytes) {
    case 1:
      return LoadUnaligned<uint8_t>(at);
    case 2:
      return LoadUnaligned<uint16_t>(at);
    case 4:
      return LoadUnaligned<uint32_t>(at);
    default:
      return LoadUnaligned<uint64_t>(at);
  }
}

double ReadFloat(DType dtype, const std::byte* at) {
  switch (dtype) {
    case DType::kF64:
      return LoadUnaligned<double>(at);
    case DType::kF32:
      return ReadF32(at);
    case DType::kF16:
      return ToDouble(kF16Format, LoadUnaligned<uint16_t>(at));
    case DType::kBF16:
      return ToDouble(kBF16Format, LoadUnaligned<uint16_t>(at));
    default:
      return ToDouble(*NarrowFormatOf(dtype), LoadUnaligned<uint8_t>(at));
  }
}

}  // namespace

int64_t ReadInt64(DType dtype, const std::byte* at) {
  return static_cast<int64_t>(ReadUint64(dtype, at));
}

uint64_t ReadUint64(DType dtype, const std::byte* at) {
  const DTypeInfo& info = Info(dtype);
  const uint64_t raw = ReadRaw(at, info.bytes);
  switch (info.cls) {
    case DTypeClass::kSigned:
      return static_cast<uint64_t>(SignExtend(raw, info.bits));
    case DTypeClass::kUnsigned:
      return raw & (~uint64_t{0} >> (64 - info.bits));
    default:
      TDBG_CHECK(info.cls == DTypeClass::kBool);
      return raw != 0;
  }
}

double ReadDouble(DType dtype, const std::byte* at) {
  switch (Info(dtype).cls) {
    case DTypeClass::kFloat:
      return ReadFloat(dtype, at);
    case DTypeClass::kSigned:
      return static_cast<double>(ReadInt64(dtype, at));
    default:
      return static_cast<double>(ReadUint64(dtype, at));
  }
}

std::complex<double> ReadComplex(DType dtype, const std::byte* at) {
  switch (dtype) {
    case DType::kComplex64:
      return {ReadF32(at), ReadF32(at + sizeof(float))};
    case DType::kComplex128:
      return {LoadUnaligned<double>(at), LoadUnaligned<double>(at + sizeof(double))};
    default:
      return {ReadDouble(dtype, at), 0.0};
  }
}

std::string_view ReadText(const std::byte* at) { return LoadUnaligned<std::string_view>(at); }

}  // namespace tdbg::tensor
