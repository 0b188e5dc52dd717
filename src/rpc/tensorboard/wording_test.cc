#include "rpc/tensorboard/wording.h"

#include <gtest/gtest.h>

namespace tdbg::rpc::tensorboard {
namespace {

TEST(ParseRange, ANegativeEndIsTheEndOfTheList) {
  const auto range = ParseRange({{"begin", "2"}, {"end", "-7"}}, 5);
  ASSERT_TRUE(range.ok());
  EXPECT_EQ(range->begin, 2);
  EXPECT_EQ(range->end, 5);
}

TEST(ParseRange, NoAnswerHoldsUpAllOthers) {
  EXPECT_TRUE(ParseRange({}, static_cast<size_t>(kMostRows)).ok());
  EXPECT_FALSE(ParseRange({}, static_cast<size_t>(kMostRows) + 1).ok());
  EXPECT_TRUE(ParseRange({{"begin", "1"}}, static_cast<size_t>(kMostRows) + 1).ok());
}

}  // namespace
}  // namespace tdbg::rpc::tensorboard
