#include "tensor/format_digits.h"

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

std::string Text(const Digits& digits) {
  return std::string(digits.view()) + "e" + std::to_string(digits.exponent);
}

TEST(FormatDigits, ShortestIsUniqueWithinTheType) {
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF64, 0.1)), "1e-1");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF64, double{0.1f})), "10000000149011612e-1");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF32, double{0.1f})), "1e-1");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF16, 0.0999755859375)), "1e-1");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF16, 65504)), "655e4");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF16, 0x1p-24)), "6e-8");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF16, 1024)), "1024e3");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF64, 0x1p-1074)), "5e-324");
}

TEST(FormatDigits, ZeroAndSign) {
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF32, -0.0)), "0e0");
  EXPECT_EQ(Text(ShortestDigits(FloatKind::kF32, -2.5)), "25e0");
}

TEST(FormatDigits, FractionsCount) {
  const Digits small = ShortestDigits(FloatKind::kF64, 0.00125);
  EXPECT_EQ(small.ScientificFraction(), 2);
  EXPECT_EQ(small.PositionalFraction(), 5);
  const Digits large = ShortestDigits(FloatKind::kF64, 1200);
  EXPECT_EQ(large.ScientificFraction(), 1);
  EXPECT_EQ(large.PositionalFraction(), 0);
}

std::string Positional(double value, int fraction) {
  return Text(RoundPositional(ShortestDigits(FloatKind::kF64, value), value, fraction));
}

TEST(FormatDigits, RoundsTheExactValue) {
  EXPECT_EQ(Positional(0.25, 1), "2e-1") << "an exact tie goes to even";
  EXPECT_EQ(Positional(0.35, 1), "3e-1") << "just below the tie";
  EXPECT_EQ(Positional(0.999, 1), "1e0");
  EXPECT_EQ(Positional(12.5, 0), "12e1");
  EXPECT_EQ(Positional(12.5, 3), "125e1") << "short enough already";
}

TEST(FormatDigits, RoundsAwayWhatIsBehindTheLastPlace) {
  EXPECT_EQ(Positional(0.5, 0), "0e0");
  EXPECT_EQ(Positional(0.51, 0), "1e0");
  EXPECT_EQ(Positional(6e-9, 8), "1e-8");
  EXPECT_EQ(Positional(4e-9, 8), "0e0");
  EXPECT_EQ(Positional(9e-300, 8), "0e0");
  EXPECT_EQ(Positional(9e-300, 299), "1e-299");
}

TEST(FormatDigits, FillShowsWhatTheShortestHides) {
  const double value = 0x1p-23;  // as a float16, 1e-07 is enough
  const Digits shortest = ShortestDigits(FloatKind::kF16, value);
  EXPECT_EQ(Text(shortest), "1e-7");
  EXPECT_EQ(Text(FillScientific(shortest, value, 3)), "1192e-7");
  EXPECT_EQ(Text(FillScientific(shortest, value, 0)), "1e-7");
}

TEST(FormatDigits, FillNeverNamesAnotherNumber) {
  const double value = 0x1p-645;
  const Digits shortest = ShortestDigits(FloatKind::kF64, value);
  ASSERT_EQ(Text(shortest), "684940421565126e-195");
  EXPECT_EQ(Text(FillScientific(shortest, value, 15)), "684940421565126e-195");
}

}  // namespace
}  // namespace tdbg::tensor
