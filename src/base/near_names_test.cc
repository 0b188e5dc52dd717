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
  const std::vector<std::string_view> relus = {"hidden/Relu", "hidden/Relu_grad"};
  EXPECT_EQ(NearNames("Relu", relus), (Names{"hidden/Relu", "hidden/Relu_grad"}));
}

TEST(NearNamesTest, NearestFirstAndEachOnce) {
  const std::vector<std::string_view> layers = {"layer22", "layer2", "layer2", "layer1a"};
  EXPECT_EQ(NearNames("layer1", layers, 2), (Names{"layer1a", "layer2"}));
}

TEST(NearNamesTest, Words) {
  const std::vector<std::string_view> known = {"abs", "abc", "abz", "zzzzz"};
  EXPECT_EQ(DidYouMean("q", known), "");
  EXPECT_EQ(DidYouMean("zzzz", known), "; did you mean zzzzz?");
  EXPECT_EQ(DidYouMean("abx", known), "; did you mean abc, abs or abz?");
}

}  // namespace
}  // namespace tdbg
