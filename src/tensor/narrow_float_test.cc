#include "tensor/narrow_float.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

static_assert(ToFloat(kF16Format, 0x3c00) == 1.0f);
static_assert(ToFloat(kBF16Format, 0xc000) == -2.0f);

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The definition of the format, in floating point.
double ByDefinition(NarrowFormat format, uint32_t raw) {
  using Specials = NarrowFormat::Specials;
  const double sign = (raw & format.sign_mask()) ? -1 : 1;
  const uint32_t mantissa = raw & format.mantissa_mask();
  const uint32_t exponent = (raw >> format.mantissa_bits) & format.max_exponent();
  if (format.specials == Specials::kNanNegativeZero && raw == format.sign_mask()) return NAN;
  if (exponent == format.max_exponent()) {
    if (format.specials == Specials::kIeee) return mantissa ? NAN : sign * kInfinity;
    if (format.specials == Specials::kNanAllOnes && mantissa == format.mantissa_mask()) return NAN;
  }
  const int power = static_cast<int>(exponent ? exponent : 1) - format.bias - format.mantissa_bits;
  const uint32_t implicit = exponent ? 1u << format.mantissa_bits : 0;
  return sign * std::ldexp(static_cast<double>(implicit | mantissa), power);
}

TEST(NarrowFloat, EveryPatternOfEveryFormat) {
  for (int number = 0; number < kDTypeCount; ++number) {
    const auto format = NarrowFormatOf(static_cast<DType>(number));
    if (!format) continue;
    EXPECT_EQ(format->bits(), Info(static_cast<DType>(number)).bits);
    for (uint32_t raw = 0; raw < (1u << format->bits()); ++raw) {
      const double expected = ByDefinition(*format, raw);
      const double actual = ToDouble(*format, raw);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(actual)) << number << " " << raw;
        ASSERT_TRUE(std::isnan(ToFloat(*format, raw))) << number << " " << raw;
        continue;
      }
      ASSERT_EQ(actual, expected) << number << " " << raw;
      ASSERT_EQ(std::signbit(actual), std::signbit(expected)) << number << " " << raw;
      ASSERT_EQ(ToFloat(*format, raw), static_cast<float>(expected)) << number << " " << raw;
    }
  }
}

TEST(NarrowFloat, KnownValues) {
  EXPECT_EQ(ToFloat(kF8E5M2Format, 0x7b), 57344.0f);
  EXPECT_EQ(ToFloat(kF8E4M3FNFormat, 0x7e), 448.0f);
  EXPECT_EQ(ToFloat(kF8E4M3FNUZFormat, 0x7f), 240.0f);
  EXPECT_EQ(ToFloat(kF8E4M3B11FNUZFormat, 0x7f), 30.0f);
  EXPECT_EQ(ToFloat(kF8E5M2FNUZFormat, 0x7f), 57344.0f);
  EXPECT_EQ(ToFloat(kF8E4M3FNFormat, 0x01), 0.001953125f);
  EXPECT_EQ(ToFloat(kF4E2M1FNFormat, 0x7), 6.0f);
  EXPECT_EQ(ToFloat(kF4E2M1FNFormat, 0xf9), -0.5f) << "bits above the format are ignored";
}

TEST(NarrowFloat, WidenKeepsEveryKindOfFloat) {
  for (const uint32_t raw : {0x00000000u, 0x80000000u, 0x00000001u, 0x807fffffu, 0x00400000u,
                             0x00800000u, 0x3f800000u, 0xff7fffffu, 0x7f800000u, 0xff800000u}) {
    const auto expected = static_cast<double>(std::bit_cast<float>(raw));
    EXPECT_EQ(WidenF32Bits(raw), std::bit_cast<uint64_t>(expected)) << std::hex << raw;
  }
  EXPECT_TRUE(std::isnan(std::bit_cast<double>(WidenF32Bits(0x7fc00001))));
  EXPECT_TRUE(std::isnan(std::bit_cast<double>(WidenF32Bits(0xff800001))));
}

}  // namespace
}  // namespace tdbg::tensor
