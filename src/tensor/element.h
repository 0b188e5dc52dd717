// Reading one element at any address, aligned or not.
//
// Each reader takes the dtypes named at it and no others: the caller has looked at Info(dtype).cls.
// None of them depends on the thread's floating-point environment.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "tensor/dtype.h"

namespace tdbg::tensor {

template <typename T>
T LoadUnaligned(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// The value of the low `bits` bits as a two's complement number; what lies above them is ignored.
constexpr int64_t SignExtend(uint64_t raw, int bits) {
  const int unused = 64 - bits;
  return static_cast<int64_t>(raw << unused) >> unused;
}

// Classes kSigned, kUnsigned and kBool. A uint64 beyond the range of int64 wraps.
int64_t ReadInt64(DType dtype, const std::byte* at);

// Classes kSigned, kUnsigned and kBool. A negative number wraps.
uint64_t ReadUint64(DType dtype, const std::byte* at);

// All but kComplex. Exact, save that 64-bit integers beyond 2^53 round.
double ReadDouble(DType dtype, const std::byte* at);

// All classes with numbers; the imaginary part of a real number is 0.
std::complex<double> ReadComplex(DType dtype, const std::byte* at);

// Class kOpaque: the text of a string, the description of a resource or variant.
std::string_view ReadText(const std::byte* at);

}  // namespace tdbg::tensor
