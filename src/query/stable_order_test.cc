#include "query/stable_order.h"

#include <limits>

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

using Rows = std::vector<uint32_t>;

std::vector<uint64_t> Keys(const std::vector<double>& numbers) {
  std::vector<uint64_t> keys;
  for (const double number : numbers) keys.push_back(OrderKey(number));
  return keys;
}

TEST(StableOrderTest, NumbersOfBothSigns) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(StableOrder(Keys({3, -1, kInfinite, -kInfinite, 0.5}), false), (Rows{3, 1, 4, 0, 2}));
}

TEST(StableOrderTest, EqualKeysKeepTheirOrderBothWays) {
  EXPECT_EQ(StableOrder(Keys({1, 2, 1, 2, -0.0, 0.0}), false), (Rows{4, 5, 0, 2, 1, 3}));
  EXPECT_EQ(StableOrder(Keys({1, 2, 1, 2}), true), (Rows{1, 3, 0, 2}));
}

TEST(StableOrderTest, NanComesLast) {
  EXPECT_EQ(StableOrder(Keys({std::numeric_limits<double>::quiet_NaN(), 1}), false), (Rows{1, 0}));
}

TEST(StableOrderTest, WholeNumbersOfBothSigns) {
  EXPECT_EQ(StableOrder({OrderKey(int64_t{5}), OrderKey(int64_t{-5}), OrderKey(INT64_MIN)}, false),
            (Rows{2, 1, 0}));
  EXPECT_EQ(StableOrder({}, false), Rows{});
}

TEST(StableOrderTest, TextsShareARankWhereTheyAreTheSame) {
  EXPECT_EQ(TextRanks({"b", "a", "b", "c"}), (std::vector<uint64_t>{1, 0, 1, 2}));
}

}  // namespace
}  // namespace tdbg::query
