#include "expr/near_names.h"

#include <vector>

#include <gtest/gtest.h>

namespace tdbg::expr {
namespace {

const std::vector<std::string_view> kKnown = {"sum", "sin", "mean", "median", "reshape"};

TEST(DidYouMean, NamesTheNearest) {
  EXPECT_EQ(DidYouMean("resahpe", kKnown), "; did you mean 'reshape'?");
  EXPECT_EQ(DidYouMean("sun", kKnown), "; did you mean 'sin' or 'sum'?");
  EXPECT_EQ(DidYouMean("maen", kKnown), "; did you mean 'mean'?");
}

TEST(DidYouMean, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(DidYouMean("xyz", kKnown), "");
  EXPECT_EQ(DidYouMean("", kKnown), "");
  EXPECT_EQ(DidYouMean(std::string(10'000, 's'), kKnown), "");
}

}  // namespace
}  // namespace tdbg::expr
