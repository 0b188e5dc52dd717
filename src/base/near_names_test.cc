#include "base/near_names.h"

#include <gtest/gtest.h>

namespace tdbg {
namespace {

using Names = std::vector<std::string>;

TEST(NearNamesTest, SlipsOfTheFinger) {
  const std::vector<std::string_view> names = {"hidden/Relu", "hidden/MatMul", "softmax", "x"};
  EXPECT_EQ(NearNames("hiden/Relu", names), Names{"hidden/Relu"});
  EXPECT_EQ(NearNames("hidden/relu", names), Names{"hidden/Relu"});
  EXPECT_EQ(NearNames("sotfmax", names), Names{"softmax"});
  EXPECT_EQ(NearNames("nothing like it", names), Names{});
}

TEST(NearNamesTest, ThePartThatIsRemembered) {
  EXPECT_EQ(NearNames("Relu", {"hidden/Relu", "hidden/Relu_grad"}),
            (Names{"hidden/Relu", "hidden/Relu_grad"}));
}

TEST(NearNamesTest, NearestFirstAndEachOnce) {
  EXPECT_EQ(NearNames("layer1", {"layer22", "layer2", "layer2", "layer1a"}, 2),
            (Names{"layer1a", "layer2"}));
}

TEST(NearNamesTest, Words) {
  EXPECT_EQ(DidYouMean({}), "");
  EXPECT_EQ(DidYouMean({"a"}), "; did you mean a?");
  EXPECT_EQ(DidYouMean({"a", "b", "c"}), "; did you mean a, b or c?");
}

}  // namespace
}  // namespace tdbg
