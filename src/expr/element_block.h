// Elements of any dtype with numbers to and from the few types that arithmetic is written in.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/check.h"
#include "expr/narrow_round.h"
#include "tensor/dtype.h"
#include "tensor/element.h"

namespace tdbg::expr {

// What arithmetic on a dtype is done in. Results are rounded to the dtype once.
enum class Numbers {
  kSigned,    // int64_t
  kUnsigned,  // uint64_t; bool, too
  kReal,      // double
  kComplex,   // std::complex<double>
};

inline Numbers NumbersOf(tensor::DType dtype) {
  switch (tensor::Info(dtype).cls) {
    case tensor::DTypeClass::kFloat:
      return Numbers::kReal;
    case tensor::DTypeClass::kComplex:
      return Numbers::kComplex;
    case tensor::DTypeClass::kSigned:
      return Numbers::kSigned;
    default:
      return Numbers::kUnsigned;
  }
}

// Calls f(std::type_identity<T>()) for the type that numbers of the dtype are computed in.
template <typename F>
decltype(auto) WithNumbers(tensor::DType dtype, F f) {
  switch (NumbersOf(dtype)) {
    case Numbers::kSigned:
      return f(std::type_identity<int64_t>());
    case Numbers::kUnsigned:
      return f(std::type_identity<uint64_t>());
    case Numbers::kReal:
      return f(std::type_identity<double>());
    case Numbers::kComplex:
      break;
  }
  return f(std::type_identity<std::complex<double>>());
}

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// One number as another type: complex numbers lose their imaginary part, numbers outside an
// integer's range become the lowest one as on x86, integers wrap.
template <typename To, typename From>
To ConvertNumber(From from) {
  if constexpr (kIsComplex<From> && kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(from.real()),
              static_cast<typename To::value_type>(from.imag()));
  } else if constexpr (kIsComplex<From>) {
    return ConvertNumber<To>(from.real());
  } else if constexpr (kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(from), 0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if constexpr (std::is_same_v<To, uint64_t>) {
      if (from >= From(0x1p63) && from < From(0x1p64)) {
        return static_cast<uint64_t>(from - From(0x1p63)) + (uint64_t{1} << 63);
      }
    }
    // 32-bit conversions have an instruction of their own; narrower ones go through it.
    using Wide =
        std::conditional_t<sizeof(To) == 8 || std::is_same_v<To, uint32_t>, int64_t, int32_t>;
    constexpr auto kLimit = -static_cast<From>(std::numeric_limits<Wide>::min());
    const bool fits = from < kLimit && from > -kLimit - 1;
    return static_cast<To>(fits ? static_cast<Wide>(from) : std::numeric_limits<Wide>::min());
  } else {
    return static_cast<To>(from);
  }
}

namespace internal {

template <typename Element, typename T>
void LoadNative(const std::byte* from, int64_t n, T* to) {
  if constexpr (std::is_same_v<Element, T>) {
    if (n > 0) std::memcpy(to, from, static_cast<size_t>(n) * sizeof(T));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      to[i] = ConvertNumber<T>(
          tensor::LoadUnaligned<Element>(from + i * static_cast<int64_t>(sizeof(Element))));
    }
  }
}

template <typename Element, typename T>
void StoreNative(const T* from, int64_t n, std::byte* to) {
  if constexpr (std::is_same_v<Element, T>) {
    if (n > 0) std::memcpy(to, from, static_cast<size_t>(n) * sizeof(T));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      const auto element = ConvertNumber<Element>(from[i]);
      std::memcpy(to + i * static_cast<int64_t>(sizeof(Element)), &element, sizeof(Element));
    }
  }
}

template <typename T>
void StoreNarrow(tensor::DType dtype, const T* from, int64_t n, std::byte* to) {
  const tensor::NarrowFormat format = *tensor::NarrowFormatOf(dtype);
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t raw = RoundToNarrow(format, ConvertNumber<double>(from[i]));
    if (format.bits() > 8) {
      const auto element = static_cast<uint16_t>(raw);
      std::memcpy(to + 2 * i, &element, sizeof(element));
    } else {
      to[i] = static_cast<std::byte>(raw);
    }
  }
}

}  // namespace internal

// T is int64_t, uint64_t, float, double or a complex of the last two. Elements may be unaligned.
template <typename T>
void LoadBlock(tensor::DType dtype, const std::byte* from, int64_t n, T* to) {
  using tensor::DType;
  switch (dtype) {
    case DType::kF32:
      return internal::LoadNative<float>(from, n, to);
    case DType::kF64:
      return internal::LoadNative<double>(from, n, to);
    case DType::kI32:
      return internal::LoadNative<int32_t>(from, n, to);
    case DType::kU8:
      return internal::LoadNative<uint8_t>(from, n, to);
    case DType::kI16:
      return internal::LoadNative<int16_t>(from, n, to);
    case DType::kI8:
      return internal::LoadNative<int8_t>(from, n, to);
    case DType::kComplex64:
      return internal::LoadNative<std::complex<float>>(from, n, to);
    case DType::kI64:
      return internal::LoadNative<int64_t>(from, n, to);
    case DType::kU16:
      return internal::LoadNative<uint16_t>(from, n, to);
    case DType::kComplex128:
      return internal::LoadNative<std::complex<double>>(from, n, to);
    case DType::kU32:
      return internal::LoadNative<uint32_t>(from, n, to);
    case DType::kU64:
      return internal::LoadNative<uint64_t>(from, n, to);
    default:
      break;
  }
  const int64_t stride = tensor::Info(dtype).bytes;
  const bool real = NumbersOf(dtype) == Numbers::kReal;
  for (int64_t i = 0; i < n; ++i) {
    const std::byte* at = from + i * stride;
    to[i] = real ? ConvertNumber<T>(tensor::ReadDouble(dtype, at))
                 : ConvertNumber<T>(tensor::ReadInt64(dtype, at));
  }
}

template <typename T>
void StoreBlock(tensor::DType dtype, const T* from, int64_t n, std::byte* to) {
  using tensor::DType;
  switch (dtype) {
    case DType::kF32:
      return internal::StoreNative<float>(from, n, to);
    case DType::kF64:
      return internal::StoreNative<double>(from, n, to);
    case DType::kI32:
      return internal::StoreNative<int32_t>(from, n, to);
    case DType::kU8:
      return internal::StoreNative<uint8_t>(from, n, to);
    case DType::kI16:
      return internal::StoreNative<int16_t>(from, n, to);
    case DType::kI8:
      return internal::StoreNative<int8_t>(from, n, to);
    case DType::kComplex64:
      return internal::StoreNative<std::complex<float>>(from, n, to);
    case DType::kI64:
      return internal::StoreNative<int64_t>(from, n, to);
    case DType::kU16:
      return internal::StoreNative<uint16_t>(from, n, to);
    case DType::kComplex128:
      return internal::StoreNative<std::complex<double>>(from, n, to);
    case DType::kU32:
      return internal::StoreNative<uint32_t>(from, n, to);
    case DType::kU64:
      return internal::StoreNative<uint64_t>(from, n, to);
    case DType::kBool:
      for (int64_t i = 0; i < n; ++i) to[i] = static_cast<std::byte>(from[i] != T(0));
      return;
    default:
      break;
  }
  if (NumbersOf(dtype) == Numbers::kReal) return internal::StoreNarrow(dtype, from, n, to);
  // Two- and four-bit integers wrap; signed ones are kept sign-extended, as ml_dtypes keeps them.
  const tensor::DTypeInfo& info = tensor::Info(dtype);
  for (int64_t i = 0; i < n; ++i) {
    const auto raw = static_cast<uint64_t>(ConvertNumber<int64_t>(from[i]));
    const uint64_t low = info.cls == tensor::DTypeClass::kSigned
                             ? static_cast<uint64_t>(tensor::SignExtend(raw, info.bits))
                             : raw & (~uint64_t{0} >> (64 - info.bits));
    to[i] = static_cast<std::byte>(low);
  }
}

}  // namespace tdbg::expr
