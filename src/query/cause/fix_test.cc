#include "query/cause/fix.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "query/cause/traced_sketch.h"

namespace tdbg::query {
namespace {

using tensor::DType;
using tensor::Shape;

constexpr float kFixInfinity = std::numeric_limits<float>::infinity();
constexpr float kFixNan = std::numeric_limits<float>::quiet_NaN();

std::string Tried(Pattern pattern, const TracedOp& op) {
  const auto cause = CauseOf(op.op());
  return TryFix(pattern, op, cause.value_or(Cause{})).value_or("nothing");
}

TEST(CauseFixTest, DivideNoNan) {
  const TracedSketch op({"RealDiv",
                         {Floats({3}, {0, 6, 8}), Floats({3}, {0, 2, 4})},
                         Floats({3}, {kFixNan, 3, 2}),
                         0});
  EXPECT_EQ(Tried(Pattern::kZeroOverZero, op),
            "with divide_no_nan: finite, 0 … 3, the same elsewhere");
}

TEST(CauseFixTest, GradientOfARootAtZero) {
  const TracedSketch op({"SqrtGrad",
                         {Floats({2}, {0, 2}), Floats({2}, {1, 1})},
                         Floats({2}, {kFixInfinity, 0.25f}),
                         0});
  EXPECT_EQ(Tried(Pattern::kSqrtGradientAtZero, op),
            "with a where() inside the root and one around it, which make this gradient 0: finite, "
            "0 … 0.25, the same elsewhere");
}

TEST(CauseFixTest, CastIsClipped) {
  const TracedSketch op({"Cast",
                         {Floats({2}, {1, 70000})},
                         KnownNumbers<uint16_t>(DType::kF16, Shape({2}), {0x3c00, 0x7c00}),
                         1});
  EXPECT_EQ(Tried(Pattern::kCastOverflow, op),
            "with clipping to ±65504 first: finite, 1 … 65504, the same elsewhere");
}

TEST(CauseFixTest, LogSoftmax) {
  TracedSketch log(
      {"Log", {Floats({1, 3}, {1, 0, 0.5f})}, Floats({1, 3}, {0, -kFixInfinity, -1}), 1});
  log.MadeBy(
      0, std::make_shared<TracedSketch>(OpCase{
             "Softmax", {Floats({1, 3}, {0, -110, -1})}, Floats({1, 3}, {0.73f, 0, 0.27f}), 1}));
  const std::string tried = Tried(Pattern::kSoftmaxUnderflow, log);
  EXPECT_TRUE(tried.starts_with("with log_softmax: finite, −110 … −0.313")) << tried;
}

TEST(CauseFixTest, SoftplusOfSaturatedSigmoids) {
  const float far = -std::log1p(std::exp(-1.0f));
  TracedSketch log({"Log", {Floats({2}, {0, 0.731f})}, Floats({2}, {-kFixInfinity, far}), 0});
  log.MadeBy(0, std::make_shared<TracedSketch>(
                    OpCase{"Sigmoid", {Floats({2}, {-200, 1})}, Floats({2}, {0, 0.731f}), 0}));
  EXPECT_TRUE(Tried(Pattern::kSaturatedSigmoid, log)
                  .starts_with("with −softplus(−x): finite, −200 … −0.313, "));
}

TEST(CauseFixTest, EntropyByXlogy) {
  TracedSketch log({"Log", {Floats({2}, {0, 1})}, Floats({2}, {-kFixInfinity, 0}), 0});
  log.Reads(0, 7);
  auto product =
      std::make_shared<TracedSketch>(OpCase{"Mul", {log.op().output, KnownTensor()}, {}, 0});
  product->Reads(0, 8).Reads(1, 7);
  log.ReadBy(product);
  EXPECT_EQ(Tried(Pattern::kLogOfZero, log), "with xlogy: finite, 0");
}

TEST(CauseFixTest, MeanInAWiderType) {
  const TracedSketch mean({"Mean",
                           {Floats({2, 2}, {3e38f, 2e38f, 1, 2}), Ints({1}, {1})},
                           Floats({2}, {kFixInfinity, 1.5f}),
                           0});
  EXPECT_EQ(Tried(Pattern::kMeanOverflow, mean),
            "with the sum in f64: finite, 1.5 … 2.5e+38, the same elsewhere");
}

TEST(CauseFixTest, WhatDoesNotHelpIsNotShown) {
  // 1e-12 is 0 in f16.
  const TracedSketch op({"Rsqrt",
                         {KnownNumbers<uint16_t>(DType::kF16, Shape({1}), {0})},
                         KnownNumbers<uint16_t>(DType::kF16, Shape({1}), {0x7c00}),
                         0});
  EXPECT_EQ(Tried(Pattern::kDivisionByZero, op), "nothing");
}

TEST(CauseFixTest, NothingIsTriedOnNumbersThatAreNotKnown) {
  const TracedSketch op({"RealDiv",
                         {Summary(Floats({2}, {0, 6})), Summary(Floats({2}, {0, 2}))},
                         Floats({2}, {kFixNan, 3}),
                         0});
  EXPECT_EQ(Tried(Pattern::kZeroOverZero, op), "nothing");
}

}  // namespace
}  // namespace tdbg::query
