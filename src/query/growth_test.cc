#include "query/growth.h"

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

std::vector<Measured> History(const std::vector<double>& magnitudes) {
  std::vector<Measured> history;
  for (size_t i = 0; i < magnitudes.size(); ++i) {
    history.push_back({static_cast<int64_t>(i), magnitudes[i], store::EventId(i)});
  }
  return history;
}

TEST(GrowthAtEnd, HasABeginningAndAFactor) {
  const auto growth = GrowthAtEnd(History({5, 4, 3, 30, 300, 3000}));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->since, 2);
  EXPECT_EQ(growth->until, 5);
  EXPECT_EQ(growth->measured, 4);
  EXPECT_DOUBLE_EQ(growth->factor, 10);
}

// A variable that begins with zeros grows from the first step on.
TEST(GrowthAtEnd, BeginsWhereItWasZero) {
  const auto growth = GrowthAtEnd(History({0, 1, 10, 100, 1000}));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->began, 0);
  EXPECT_EQ(growth->since, 1);
  EXPECT_DOUBLE_EQ(growth->before, 1);
}

TEST(GrowthAtEnd, IsNoneWhereItEndedOrIsSmallOrShort) {
  EXPECT_FALSE(GrowthAtEnd(History({1, 10, 100, 1000, 999})));
  EXPECT_FALSE(GrowthAtEnd(History({1, 2, 3, 4, 5})));
  EXPECT_FALSE(GrowthAtEnd(History({1, 100, 10000})));
  EXPECT_FALSE(GrowthAtEnd(History({0, 0, 0, 0, 0})));
  EXPECT_FALSE(GrowthAtEnd({}));
}

TEST(GrowthAtEnd, UnevenStepsCountForTheFactor) {
  std::vector<Measured> history = History({1, 10, 100, 1000});
  history.push_back({13, 1e13, store::EventId(4)});
  const auto growth = GrowthAtEnd(history);
  ASSERT_TRUE(growth);
  EXPECT_DOUBLE_EQ(growth->factor, 10);
}

}  // namespace
}  // namespace tdbg::query
