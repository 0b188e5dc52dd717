#include "view/ranges.h"

#include <limits>

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(RangesTest, EveryForm) {
  for (const char* text : {"[0, 1]", "[[0,1]]", "0,1", "[ 0 , 1 ]", "[0,1e0]"}) {
    const auto ranges = ParseRanges(text);
    ASSERT_TRUE(ranges.ok()) << text;
    EXPECT_TRUE(ranges->Holds(0)) << text;
    EXPECT_TRUE(ranges->Holds(1)) << text;
    EXPECT_FALSE(ranges->Holds(1.5)) << text;
    EXPECT_FALSE(ranges->Holds(kNan)) << text;
  }
  const auto two = ParseRanges("[[0,1],[5,6]]");
  ASSERT_TRUE(two.ok());
  EXPECT_TRUE(two->Holds(5.5));
  EXPECT_FALSE(two->Holds(3));
}

// Edge 14: infinite elements belong to infinite ranges, and NaN can be marked.
TEST(RangesTest, InfinitiesAndNan) {
  const auto below = ParseRanges("[-inf,-1]");
  ASSERT_TRUE(below.ok());
  EXPECT_TRUE(below->Holds(-kInf));
  EXPECT_FALSE(below->Holds(kInf));
  const auto nan = ParseRanges("[nan, [2, inf]]");
  ASSERT_TRUE(nan.ok());
  EXPECT_TRUE(nan->Holds(kNan));
  EXPECT_TRUE(nan->Holds(kInf));
}

TEST(RangesTest, Mistakes) {
  for (const char* text : {"", "[", "[1", "1]", "[1]", "[2,1]", "[a,b]", "[[[1,2]]]", "[1,2,3]"}) {
    EXPECT_FALSE(ParseRanges(text).ok()) << text;
  }
}

}  // namespace
}  // namespace tdbg::view
