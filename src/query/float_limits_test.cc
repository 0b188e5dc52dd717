#include "query/float_limits.h"

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

using tensor::DType;

TEST(FloatLimitsTest, KnownTypes) {
  EXPECT_EQ(LimitsOf(DType::kF16)->largest, 65504);
  EXPECT_EQ(LimitsOf(DType::kF16)->smallest, 0x1p-24);
  EXPECT_EQ(LimitsOf(DType::kF32)->largest, 0x1.fffffep127);
  EXPECT_EQ(LimitsOf(DType::kF32)->smallest_normal, 0x1p-126);
  EXPECT_EQ(LimitsOf(DType::kBF16)->largest, 0x1.fep127);
  EXPECT_EQ(LimitsOf(DType::kF8E4M3FN)->largest, 448);
  EXPECT_EQ(LimitsOf(DType::kF8E5M2)->largest, 57344);
  EXPECT_EQ(LimitsOf(DType::kF8E4M3FNUZ)->largest, 240);
  EXPECT_EQ(LimitsOf(DType::kF64)->digits, 53);
}

TEST(FloatLimitsTest, OtherTypesHaveNone) {
  EXPECT_FALSE(LimitsOf(DType::kI32).has_value());
  EXPECT_FALSE(LimitsOf(DType::kString).has_value());
}

}  // namespace
}  // namespace tdbg::query
