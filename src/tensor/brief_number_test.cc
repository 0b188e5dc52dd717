#include "tensor/brief_number.h"

#include <limits>

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

TEST(BriefNumberTest, HasThreeDigitsAndATrueMinus) {
  EXPECT_EQ(BriefNumber(-41.234), "−41.2");
  EXPECT_EQ(BriefNumber(-1.1e-5), "−1.1e−05");
  EXPECT_EQ(BriefNumber(3.4028235e38), "3.4e+38");
  EXPECT_EQ(BriefNumber(0.5), "0.5");
}

TEST(BriefNumberTest, WholeNumbersKeepTheirDigits) {
  EXPECT_EQ(BriefNumber(0), "0");
  EXPECT_EQ(BriefNumber(-0.0), "0");
  EXPECT_EQ(BriefNumber(65504), "65504");
  EXPECT_EQ(BriefNumber(-120000), "−120000");
  EXPECT_EQ(BriefNumber(12345678), "1.23e+07");
}

TEST(BriefNumberTest, WhatIsNotFiniteHasItsSign) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(BriefNumber(infinity), "∞");
  EXPECT_EQ(BriefNumber(-infinity), "−∞");
  EXPECT_EQ(BriefNumber(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

}  // namespace
}  // namespace tdbg::tensor
