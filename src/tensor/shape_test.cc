#include "tensor/shape.h"

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

TEST(Shape, CountsElements) {
  EXPECT_EQ(Shape().NumElements(), 1);
  EXPECT_EQ((Shape{2, 3, 4}).NumElements(), 24);
  EXPECT_EQ((Shape{2, 0, 4}).NumElements(), 0);
}

TEST(Shape, ACountThatDoesNotFitIsNone) {
  constexpr int64_t kHuge = int64_t{1} << 40;
  EXPECT_EQ((Shape{kHuge, kHuge}).NumElements(), std::nullopt);
  EXPECT_EQ((Shape{kHuge, kHuge, 0}).NumElements(), 0);
  EXPECT_EQ((Shape{2, -1}).NumElements(), std::nullopt);
  EXPECT_EQ((Shape{0, -1}).NumElements(), std::nullopt);
}

TEST(Shape, UnravelsRowMajorPositions) {
  const Shape shape{2, 3, 4};
  EXPECT_EQ(shape.Unravel(0), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(shape.Unravel(17), (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(shape.Unravel(23), (std::vector<int64_t>{1, 2, 3}));
  EXPECT_TRUE(Shape().Unravel(0).empty());
}

TEST(Shape, Prints) {
  EXPECT_EQ(Shape().ToString(), "[]");
  EXPECT_EQ((Shape{7}).ToString(), "[7]");
  EXPECT_EQ((Shape{2, 0, 4}).ToString(), "[2,0,4]");
}

}  // namespace
}  // namespace tdbg::tensor
