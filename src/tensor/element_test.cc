#include "tensor/element.h"

#include <array>
#include <bit>
#include <cmath>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

// Keeps a value at an odd address.
template <typename T>
struct Odd {
  explicit Odd(T value) { std::memcpy(bytes.data() + 1, &value, sizeof(T)); }
  const std::byte* at() const { return bytes.data() + 1; }
  alignas(16) std::array<std::byte, sizeof(T) + 1> bytes;
};

TEST(Element, Integers) {
  EXPECT_EQ(ReadInt64(DType::kI64, Odd<int64_t>(INT64_MIN).at()), INT64_MIN);
  EXPECT_EQ(ReadUint64(DType::kU64, Odd<uint64_t>(UINT64_MAX).at()), UINT64_MAX);
  EXPECT_EQ(ReadInt64(DType::kI32, Odd<int32_t>(-7).at()), -7);
  EXPECT_EQ(ReadInt64(DType::kQI16, Odd<int16_t>(-7).at()), -7);
  EXPECT_EQ(ReadInt64(DType::kU32, Odd<uint32_t>(UINT32_MAX).at()), int64_t{UINT32_MAX});
  EXPECT_EQ(ReadUint64(DType::kQU8, Odd<uint8_t>(255).at()), 255u);
  EXPECT_EQ(ReadDouble(DType::kU64, Odd<uint64_t>(UINT64_MAX).at()), 0x1p64);
  EXPECT_EQ(ReadDouble(DType::kI8, Odd<int8_t>(-128).at()), -128.0);
}

TEST(Element, SubByteIntegersTakeTheLowBits) {
  for (const uint8_t high : {0x00, 0xf0, 0xa0}) {
    for (int low = 0; low < 16; ++low) {
      const Odd<uint8_t> element(static_cast<uint8_t>(high | low));
      EXPECT_EQ(ReadInt64(DType::kI4, element.at()), low < 8 ? low : low - 16);
      EXPECT_EQ(ReadUint64(DType::kU4, element.at()), static_cast<uint64_t>(low));
      EXPECT_EQ(ReadInt64(DType::kI2, element.at()), low % 4 < 2 ? low % 4 : low % 4 - 4);
      EXPECT_EQ(ReadUint64(DType::kU2, element.at()), static_cast<uint64_t>(low % 4));
    }
  }
}

TEST(Element, AnyNonZeroBoolIsTrue) {
  EXPECT_EQ(ReadUint64(DType::kBool, Odd<uint8_t>(0).at()), 0u);
  EXPECT_EQ(ReadUint64(DType::kBool, Odd<uint8_t>(1).at()), 1u);
  EXPECT_EQ(ReadInt64(DType::kBool, Odd<uint8_t>(0x80).at()), 1);
}

TEST(Element, Floats) {
  EXPECT_EQ(ReadDouble(DType::kF64, Odd<double>(-0.1).at()), -0.1);
  EXPECT_EQ(ReadDouble(DType::kF32, Odd<float>(0.1f).at()), double{0.1f});
  EXPECT_EQ(ReadDouble(DType::kF16, Odd<uint16_t>(0x3555).at()), 0.333251953125);
  EXPECT_EQ(ReadDouble(DType::kBF16, Odd<uint16_t>(0x3f81).at()), 1.0078125);
  EXPECT_EQ(ReadDouble(DType::kF8E4M3FN, Odd<uint8_t>(0xfe).at()), -448.0);
  EXPECT_EQ(ReadDouble(DType::kF4E2M1FN, Odd<uint8_t>(0x0b).at()), -1.5);
  EXPECT_TRUE(std::isnan(ReadDouble(DType::kF8E5M2FNUZ, Odd<uint8_t>(0x80).at())));
}

TEST(Element, Complex) {
  const std::complex<float> single(1.5f, -2.25f);
  const std::complex<double> twice(0.1, -1e300);
  EXPECT_EQ(ReadComplex(DType::kComplex64, Odd(single).at()), std::complex<double>(1.5, -2.25));
  EXPECT_EQ(ReadComplex(DType::kComplex128, Odd(twice).at()), twice);
  EXPECT_EQ(ReadComplex(DType::kI32, Odd<int32_t>(-3).at()), std::complex<double>(-3, 0));
}

TEST(Element, Text) { EXPECT_EQ(ReadText(Odd<std::string_view>("words").at()), "words"); }

#if defined(__SSE2__)
TEST(Element, SubnormalsSurviveOnAThreadThatFlushesThem) {
  const Odd<float> f32(0x1p-149f);
  const Odd<double> f64(0x1p-1074);
  const Odd<uint16_t> bf16(0x8001);
  const Odd<uint16_t> f16(0x0001);
  const unsigned int saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040);  // flush to zero, denormals are zero
  const std::array<double, 4> read = {
      ReadDouble(DType::kF32, f32.at()), ReadDouble(DType::kF64, f64.at()),
      ReadDouble(DType::kBF16, bf16.at()), ReadDouble(DType::kF16, f16.at())};
  _mm_setcsr(saved);
  EXPECT_EQ(read[0], 0x1p-149);
  EXPECT_EQ(std::bit_cast<uint64_t>(read[1]), 1u);
  EXPECT_EQ(read[2], -0x1p-133);
  EXPECT_EQ(read[3], 0x1p-24);
}
#endif

}  // namespace
}  // namespace tdbg::tensor
