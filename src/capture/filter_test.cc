#include "capture/filter.h"

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

TEST(Filter, AllPatternsMustFit) {
  Settings settings;
  const Definitions::OpNames op = {
      .type = "_FusedMatMul", .name = "dense/Relu", .written = "dense/MatMul", .graph = "train"};
  EXPECT_TRUE(WantsOp(settings, op));
  ASSERT_TRUE(settings.Set("op_type", ".*MatMul").ok());
  EXPECT_TRUE(WantsOp(settings, op));
  ASSERT_TRUE(settings.Set("name", "dense/MatMul").ok());
  EXPECT_TRUE(WantsOp(settings, op)) << "the user's own name counts as well";
  ASSERT_TRUE(settings.Set("graph", "test").ok());
  EXPECT_FALSE(WantsOp(settings, op));
}

TEST(Filter, Steps) {
  Settings settings;
  EXPECT_TRUE(WantsStep(settings, 0));
  ASSERT_TRUE(settings.Set("stride", "5").ok());
  EXPECT_TRUE(WantsStep(settings, 10));
  EXPECT_FALSE(WantsStep(settings, 11));
  ASSERT_TRUE(settings.Set("steps", "3:9").ok());
  EXPECT_TRUE(WantsStep(settings, 3));
  EXPECT_TRUE(WantsStep(settings, 8));
  EXPECT_FALSE(WantsStep(settings, 2));
  EXPECT_FALSE(WantsStep(settings, 9));
}

TEST(Filter, DTypes) {
  Settings settings;
  EXPECT_EQ(WantedDTypes(settings), (uint64_t{1} << tensor::kDTypeCount) - 1);
  ASSERT_TRUE(settings.Set("dtype", "float").ok());
  const uint64_t wanted = WantedDTypes(settings);
  EXPECT_TRUE(wanted & 1u << static_cast<int>(tensor::DType::kF16));
  EXPECT_FALSE(wanted & 1u << static_cast<int>(tensor::DType::kI32));
}

}  // namespace
}  // namespace tdbg::capture
