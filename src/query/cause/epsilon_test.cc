#include "query/cause/epsilon.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

using tensor::DType;

TEST(CauseEpsilonTest, LostBesideOne) {
  EXPECT_EQ(LostToOne("return tf.math.log(1e-10 + 1 - x)", DType::kF32),
            "1e−10 is lost: 1 + 1e−10 is 1 in f32.");
  EXPECT_EQ(LostToOne("y = log(1.0 + 1e-8 - p)", DType::kF32),
            "1e−08 is lost: 1 + 1e−08 is 1 in f32.");
  EXPECT_EQ(LostToOne("y = log(1. + 1e-4 - p)", DType::kF16),
            "0.0001 is lost: 1 + 0.0001 is 1 in f16.");
}

TEST(CauseEpsilonTest, NotLostBesideOne) {
  EXPECT_FALSE(LostToOne("log(1e-10 + 1 - x)", DType::kF64));
  EXPECT_FALSE(LostToOne("log(1 - x + 1e-10)", DType::kF32)) << "added last";
  EXPECT_FALSE(LostToOne("log(1 - 1 + 1e-10)", DType::kF32)) << "to 0";
  EXPECT_FALSE(LostToOne("log(2 * 1 + 1e-10 * x)", DType::kF32));
  EXPECT_FALSE(LostToOne("log(1e-3 + 1 - x)", DType::kF32)) << "large enough";
  EXPECT_FALSE(LostToOne("log(x1 + 1 - x)  # 1e-10 + 1", DType::kF32));
}

TEST(CauseEpsilonTest, TakenFromOneAndLost) {
  EXPECT_EQ(LostFromOne("p = tf.clip_by_value(p, 1e-8, 1 - 1e-8)", DType::kF32),
            "1e−08 is lost: 1 − 1e−08 is 1 in f32.");
  EXPECT_EQ(LostFromOne("tf.minimum(p, 1.0 - 1e-7)", DType::kF16),
            "1e−07 is lost: 1 − 1e−07 is 1 in f16.");
  EXPECT_FALSE(LostFromOne("tf.minimum(p, 1.0 - 1e-7)", DType::kF32));
  EXPECT_FALSE(LostFromOne("tf.minimum(p, 1.0 - p)", DType::kF32));
}

TEST(CauseEpsilonTest, NamesOfNumbers) {
  const std::vector<std::string> source = {"EPS = 1e-8",
                                           "def f(x, eps=1e-7, k = 3):",
                                           "    return g(x + eps, k=x)",
                                           "k = 4",
                                           "self.tiny = 1e-12  # small",
                                           "n = len(x)",
                                           "if EPS == 1 else 2",
                                           "rate = 1e-3 * decay"};
  EXPECT_EQ(WithNumbers("log(p + EPS)", source), "log(p + 1e-8)");
  EXPECT_EQ(WithNumbers("clip(p, eps, 1 - eps)", source), "clip(p, 1e-7, 1 - 1e-7)");
  EXPECT_EQ(WithNumbers("x / (y + self.tiny)", source), "x / (y + 1e-12)");
  EXPECT_EQ(WithNumbers("f(k + 1)", source), "f(k + 1)") << "two numbers";
  EXPECT_EQ(WithNumbers("n + rate", source), "n + rate") << "no numbers";
  EXPECT_EQ(WithNumbers("f(eps=2) + EPS(3)", source), "f(eps=2) + EPS(3)");
  EXPECT_EQ(WithNumbers("", {}), "");
}

TEST(CauseEpsilonTest, NothingInTheType) {
  EXPECT_EQ(LostToZero("y = x / (norm + 1e-8)", DType::kF16),
            "1e−08 is lost: it is 0 in f16, whose smallest number is 5.96e−08.");
  EXPECT_TRUE(LostToZero("log(tf.maximum(p, 1e-9))", DType::kF16));
  EXPECT_FALSE(LostToZero("y = x / (norm + 1e-8)", DType::kF32));
  EXPECT_FALSE(LostToZero("y = x / (norm + 1e-8)", DType::kBF16));
  EXPECT_FALSE(LostToZero("y = f(x, 1e-9)", DType::kF16)) << "who knows what it is for";
}

TEST(CauseEpsilonTest, TakenFromOne) {
  EXPECT_TRUE(TakesFromOne("log(1.0 - p)"));
  EXPECT_TRUE(TakesFromOne("q = 1 - p"));
  EXPECT_FALSE(TakesFromOne("q = 0.5 - p"));
  EXPECT_FALSE(TakesFromOne("q = 2 * 1 - p"));
  EXPECT_FALSE(TakesFromOne("q = x1 - p  # 1 - p"));
}

}  // namespace
}  // namespace tdbg::query
