#include "query/cause/fused_work.h"

#include <limits>

#include <gtest/gtest.h>

#include "query/cause/known_numbers.h"
#include "query/cause/pattern.h"
#include "query/cause/traced_sketch.h"

namespace tdbg::query {
namespace {

constexpr float kOverflown = std::numeric_limits<float>::infinity();
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

using Types = std::vector<std::string_view>;

// One op that makes a vector of a vector; the last element is asked about.
std::optional<FusedFinding> Explain(const Types& types, const std::vector<float>& read,
                                    const std::vector<float>& made) {
  const auto count = static_cast<int64_t>(read.size());
  return ExplainFused(
      {"_UnaryOpsComposition", {Floats({count}, read)}, Floats({count}, made), count - 1}, types);
}

TEST(FusedWork, NamesTheMemberThatTurnedBad) {
  const auto found = Explain({"Sigmoid", "Log"}, {0, -200}, {-0.7f, -kOverflown});
  ASSERT_TRUE(found && found->cause);
  EXPECT_EQ(found->member, 1u);
  EXPECT_EQ(found->cause->text, "log(0).");
  EXPECT_EQ(found->cause->input, 0u);
  EXPECT_EQ(found->cause->element, 1);
  ASSERT_EQ(found->further.size(), 1u);
  EXPECT_EQ(found->further[0].substr(0, 22), "sigmoid(−200) is 1.3");
}

// What has a name where ops run by themselves has it as well where they run as one.
std::string NameOfMember(const Types& types, const std::vector<float>& read,
                         const std::vector<float>& made) {
  const auto count = static_cast<int64_t>(read.size());
  const TracedSketch whole(
      {"_UnaryOpsComposition", {Floats({count}, read)}, Floats({count}, made), count - 1});
  const auto found = ExplainFused(whole.op(), types);
  if (!found) return "not found";
  const auto named = NameCause(MemberOp(whole, found->work), found->cause);
  return named ? std::string(PatternName(named->pattern)) : "none";
}

TEST(FusedWork, IsNamedAsIfTheOpsRanByThemselves) {
  EXPECT_EQ(NameOfMember({"Sigmoid", "Log"}, {0, -200}, {-0.7f, -kOverflown}), "saturated-sigmoid");
  EXPECT_EQ(NameOfMember({"Abs", "Log"}, {1, 0}, {0, -kOverflown}), "log-of-zero");
  EXPECT_EQ(NameOfMember({"Exp", "Log"}, {1, -100}, {1, -kOverflown}), "underflow-to-zero");
  EXPECT_EQ(NameOfMember({"Exp", "Neg"}, {1, 100}, {-2.7f, -kOverflown}), "exp-overflow");
  EXPECT_EQ(NameOfMember({"Sqrt", "Reciprocal"}, {1, 0}, {1, kOverflown}), "division-by-zero");
}

TEST(FusedWork, AMemberInTheMiddle) {
  const auto found = Explain({"Neg", "Sqrt", "Square"}, {-1, 2}, {1, kNotANumber});
  ASSERT_TRUE(found && found->cause);
  EXPECT_EQ(found->member, 1u);
  EXPECT_EQ(found->cause->text, "sqrt(−2): a negative number has no real square root.");
}

// exp(−100) is a subnormal number, which the kernel takes for 0.
TEST(FusedWork, NumbersThatTheKernelFlushes) {
  const auto found = Explain({"Exp", "Log"}, {1, -100}, {1, -kOverflown});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->member, 1u);
}

// What no formula tells is told where only one of them can have done it.
TEST(FusedWork, TheOnlyOneThatCan) {
  const auto found = Explain({"Erf", "Log"}, {1, 0}, {0, -kOverflown});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->member, 1u);
  EXPECT_FALSE(found->cause);
  EXPECT_FALSE(Explain({"BesselK0", "Log"}, {1, 0}, {0, -kOverflown}));
}

TEST(FusedWork, AProductWithABiasAndAnActivation) {
  const auto product = [](float bias) {
    return OpCase{"_FusedMatMul",
                  {Floats({1, 2}, {3e38f, 1}), Floats({2, 1}, {2, 1}), Floats({1}, {bias})},
                  Floats({1, 1}, {kOverflown}),
                  0};
  };
  const Types types = {"MatMul", "BiasAdd", "Relu"};
  const auto found = ExplainFused(product(1), types);
  ASSERT_TRUE(found && found->cause);
  EXPECT_EQ(found->member, 0u);
  EXPECT_EQ(found->cause->text.substr(0, 25), "the sum of 2 products is ");
  // A bias so large that it may have been the last straw.
  EXPECT_FALSE(ExplainFused(product(3e38f), types));
}

// Such small factors make no sum overflow, so it was the variance.
TEST(FusedWork, AProductThatIsTooSmallToOverflow) {
  const OpCase op{
      "_FusedConv2D",
      {Floats({1, 2}, {3, 1}), Floats({2, 1}, {2, 1}), Floats({1}, {1}), Floats({1}, {-1})},
      Floats({1, 1}, {kNotANumber}),
      0};
  const auto found = ExplainFused(op, Types{"Conv2D", "FusedBatchNorm", "Relu"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->member, 1u);
  EXPECT_FALSE(found->cause);
}

TEST(FusedWork, WhatWasBadBeforeIsNoMembers) {
  EXPECT_FALSE(Explain({"Abs", "Log"}, {1, kNotANumber}, {0, kNotANumber}));
}

}  // namespace
}  // namespace tdbg::query
