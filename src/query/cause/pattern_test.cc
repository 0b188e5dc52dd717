#include "query/cause/pattern.h"

#include <limits>

#include <gtest/gtest.h>

#include "query/cause/traced_sketch.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::DType;
using tensor::Shape;

constexpr float kPositiveInfinity = std::numeric_limits<float>::infinity();
constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();

std::shared_ptr<TracedSketch> Sketched(OpCase op, std::optional<double> number = {}) {
  return std::make_shared<TracedSketch>(std::move(op), number);
}

// An op of single numbers.
OpCase ScalarOp(std::string_view type, const std::vector<float>& inputs, float output) {
  OpCase op{type, {}, Floats({}, {output}), 0};
  for (const float input : inputs) op.inputs.push_back(Floats({}, {input}));
  return op;
}

// The same where only statistics were recorded of what it read.
OpCase UnreadOp(std::string_view type, const std::vector<float>& inputs, float output) {
  OpCase op = ScalarOp(type, inputs, output);
  for (KnownTensor& input : op.inputs) {
    input.value.reset();
    input.digest.min.reset();
    input.digest.max.reset();
  }
  return op;
}

std::string PatternNameOf(const TracedSketch& op) {
  const auto named = NameCause(op, CauseOf(op.op()));
  return named ? std::string(PatternName(named->pattern)) : "none";
}

std::string PatternText(const TracedSketch& op) {
  const auto named = NameCause(op, CauseOf(op.op()));
  return named ? named->text : "";
}

struct PlainCase {
  const char* type;
  std::vector<float> inputs;
  float output;
  const char* name;
};

class PlainPatternTest : public testing::TestWithParam<PlainCase> {};

TEST_P(PlainPatternTest, IsNamedByItsOwnNumbers) {
  const PlainCase& c = GetParam();
  EXPECT_EQ(PatternNameOf(TracedSketch(ScalarOp(c.type, c.inputs, c.output))), c.name);
}

INSTANTIATE_TEST_SUITE_P(
    Poles, PlainPatternTest,
    testing::Values(PlainCase{"Log", {0}, -kPositiveInfinity, "log-of-zero"},
                    PlainCase{"Log", {-2}, kNoNumber, "log-of-negative"},
                    PlainCase{"Log", {1e-40f}, -kPositiveInfinity, "log-of-zero"},
                    PlainCase{"Log1p", {-1}, -kPositiveInfinity, "log-of-zero"},
                    PlainCase{"Xlogy", {2, 0}, -kPositiveInfinity, "log-of-zero"},
                    PlainCase{"Sqrt", {-1}, kNoNumber, "sqrt-of-negative"},
                    PlainCase{"Pow", {-2, 0.5f}, kNoNumber, "sqrt-of-negative"},
                    PlainCase{"Pow", {-2, 1.5f}, kNoNumber, "out-of-domain"},
                    PlainCase{"Pow", {0, -1}, kPositiveInfinity, "division-by-zero"},
                    PlainCase{"RealDiv", {0, 0}, kNoNumber, "zero-over-zero"},
                    PlainCase{"RealDiv", {3, 0}, kPositiveInfinity, "division-by-zero"},
                    PlainCase{"Rsqrt", {0}, kPositiveInfinity, "division-by-zero"},
                    PlainCase{"SqrtGrad", {0, 1}, kPositiveInfinity, "sqrt-gradient-at-zero"},
                    PlainCase{"Atanh", {1}, kPositiveInfinity, "out-of-domain"},
                    PlainCase{"Erfinv", {1}, kPositiveInfinity, "out-of-domain"},
                    PlainCase{"Ndtri", {0}, -kPositiveInfinity, "out-of-domain"},
                    PlainCase{"Digamma", {0}, kNoNumber, "out-of-domain"}));

INSTANTIATE_TEST_SUITE_P(
    Infinities, PlainPatternTest,
    testing::Values(
        PlainCase{"Mul", {0, kPositiveInfinity}, kNoNumber, "zero-times-infinity"},
        PlainCase{
            "Sub", {kPositiveInfinity, kPositiveInfinity}, kNoNumber, "infinity-minus-infinity"},
        PlainCase{
            "AddV2", {kPositiveInfinity, -kPositiveInfinity}, kNoNumber, "infinity-minus-infinity"},
        PlainCase{"RealDiv",
                  {kPositiveInfinity, kPositiveInfinity},
                  kNoNumber,
                  "infinity-over-infinity"}));

INSTANTIATE_TEST_SUITE_P(
    Overflows, PlainPatternTest,
    testing::Values(PlainCase{"Exp", {100}, kPositiveInfinity, "exp-overflow"},
                    PlainCase{"Mul", {1e30f, 1e30f}, kPositiveInfinity, "product-overflow"},
                    PlainCase{"RealDiv", {1e30f, 1e-30f}, kPositiveInfinity, "product-overflow"},
                    PlainCase{"AddV2", {3e38f, 3e38f}, kPositiveInfinity, "sum-overflow"}));

INSTANTIATE_TEST_SUITE_P(
    Nothing, PlainPatternTest,
    testing::Values(PlainCase{"Log", {2}, kNoNumber, "none"},
                    PlainCase{"Mul", {kNoNumber, kPositiveInfinity}, kNoNumber, "none"},
                    PlainCase{"SomeNewOp", {0}, kNoNumber, "none"}));

TEST(CausePatternTest, ADifferenceThatRoundingTookBelowZero) {
  TracedSketch root(ScalarOp("Sqrt", {-0.125f}, kNoNumber));
  root.MadeBy(0, Sketched(ScalarOp("Sub", {1865e3f, 1865e3f}, -0.125f)));
  EXPECT_EQ(PatternNameOf(root), "negative-by-rounding");
  EXPECT_EQ(PatternText(root),
            "Numbers as large as 1.86e+06 nearly cancelled, and −0.125 is no more than they are "
            "rounded by.");
  TracedSketch other(ScalarOp("Sqrt", {-1.0f}, kNoNumber));
  other.MadeBy(0, Sketched(ScalarOp("Sub", {5, 6}, -1)));
  EXPECT_EQ(PatternNameOf(other), "sqrt-of-negative");
}

TEST(CausePatternTest, AVarianceOfSumsThatRoundingTookBelowZero) {
  const auto mean = Sketched(ScalarOp("RealDiv", {4097.4f, 3}, 1365.8f));
  const auto square = Sketched(ScalarOp("Mul", {1365.8f, 1365.8f}, 1865409.6f));
  square->Reads(0, 1).Reads(1, 1).MadeBy(0, mean).MadeBy(1, mean);
  const auto variance = Sketched(ScalarOp("Sub", {1865409.5f, 1865409.6f}, -0.125f));
  const auto other_mean = Sketched(ScalarOp("RealDiv", {5596228.5f, 3}, 1865409.5f));
  mean->Reads(1, 7);
  other_mean->Reads(1, 7);
  variance->MadeBy(0, other_mean).MadeBy(1, square);
  TracedSketch root(ScalarOp("Sqrt", {-0.125f}, kNoNumber));
  root.MadeBy(0, variance);
  EXPECT_EQ(PatternNameOf(root), "negative-variance");
}

TEST(CausePatternTest, AWholeNumberThatWasCastFromOneThatDoesNotFit) {
  OpCase narrow{"Cast", {Floats({}, {3e9f})}, Ints({}, {-2147483647 - 1}), 0};
  OpCase wide{"Cast", {narrow.output}, Floats({}, {-2147483648.0f}), 0};
  const auto whole = Sketched(wide);
  whole->MadeBy(0, Sketched(narrow));
  TracedSketch log(ScalarOp("Log", {-2147483648.0f}, kNoNumber));
  log.MadeBy(0, whole);
  EXPECT_EQ(PatternNameOf(log), "cast-to-int");
  OpCase whole_already{"Cast", {Floats({}, {-3})}, Ints({}, {-3}), 0};
  const auto small = Sketched({"Cast", {whole_already.output}, Floats({}, {-3}), 0});
  small->MadeBy(0, Sketched(whole_already));
  TracedSketch other(ScalarOp("Log", {-3}, kNoNumber));
  other.MadeBy(0, small);
  EXPECT_EQ(PatternNameOf(other), "log-of-negative");
}

TEST(CausePatternTest, TheSquareOfASaturatedTanh) {
  const auto square = Sketched(ScalarOp("Square", {1}, 1));
  square->MadeBy(0, Sketched(ScalarOp("Tanh", {12}, 1)));
  const auto rest = Sketched(ScalarOp("Sub", {1, 1}, 0));
  rest->MadeBy(1, square);
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  log.MadeBy(0, rest);
  EXPECT_EQ(PatternNameOf(log), "saturated-sigmoid");
}

TEST(CausePatternTest, ASlopeAtTheEndOfItsFunction) {
  TracedSketch slope(ScalarOp("Reciprocal", {0}, kPositiveInfinity));
  slope.GradientOf(Calculation::kAcos);
  EXPECT_EQ(PatternNameOf(slope), "edge-gradient");
  TracedSketch root(ScalarOp("Rsqrt", {0}, kPositiveInfinity));
  root.GradientOf(Calculation::kPower);
  EXPECT_EQ(PatternNameOf(root), "pow-gradient-at-zero");
}

TEST(CausePatternTest, AProductOfWhichOneFactorUnderflowed) {
  OpCase product = ScalarOp("Mul", {0.5f, 0}, 0);
  product.inputs[1] = Summary(Floats({2}, {0, 1}));  // which of these it read is not known
  const auto density = Sketched(product);
  density->MadeBy(1, Sketched(ScalarOp("Exp", {-200}, 0)));
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  log.MadeBy(0, density);
  EXPECT_EQ(PatternNameOf(log), "underflow-to-zero");
}

TEST(CausePatternTest, AMatrixThatHasNoInverse) {
  const TracedSketch inverse(ScalarOp("MatrixInverse", {0}, 0));
  const auto named = NameFailure(inverse, "Input is not invertible.");
  ASSERT_TRUE(named);
  EXPECT_EQ(PatternName(named->pattern), "singular-matrix");
  EXPECT_FALSE(NameFailure(inverse, "Input matrix must be square"));
}

TEST(CausePatternTest, SoftmaxThatMadeAZeroOfFiniteLogitsUnderflowed) {
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  log.MadeBy(0, Sketched(UnreadOp("Softmax", {0}, 0)));
  EXPECT_EQ(PatternNameOf(log), "softmax-underflow");
  EXPECT_EQ(PatternText(log), "A softmax of finite logits is never 0: it underflowed.");
}

TEST(CausePatternTest, SoftmaxOfMaskedLogitsIsZeroByRight) {
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  log.MadeBy(0, Sketched(UnreadOp("Softmax", {-kPositiveInfinity}, 0)));
  EXPECT_EQ(PatternNameOf(log), "log-of-zero");
}

TEST(CausePatternTest, SigmoidThatRoundedToOne) {
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  auto difference = Sketched(ScalarOp("Sub", {1, 1}, 0));
  difference->MadeBy(1, Sketched(UnreadOp("Sigmoid", {18}, 1)));
  log.MadeBy(0, difference);
  EXPECT_EQ(PatternNameOf(log), "saturated-sigmoid");
}

TEST(CausePatternTest, GradientOfANorm) {
  TracedSketch gradient(ScalarOp("SqrtGrad", {0, 1}, kPositiveInfinity));
  auto square = Sketched(ScalarOp("Mul", {0, 0}, 0));
  square->Reads(0, 7).Reads(1, 7);
  auto sum = Sketched(ScalarOp("Sum", {0}, 0));
  sum->MadeBy(0, square);
  auto root = Sketched(ScalarOp("Sqrt", {0}, 0));
  root->MadeBy(0, sum);
  gradient.MadeBy(0, root);
  EXPECT_EQ(PatternNameOf(gradient), "norm-gradient-at-zero");
}

TEST(CausePatternTest, PowerIsAGradientOnlyUnderOne) {
  TracedSketch power(ScalarOp("Pow", {0, -0.5f}, kPositiveInfinity));
  power.GradientOf(Calculation::kPower);
  EXPECT_EQ(PatternNameOf(power), "pow-gradient-at-zero");
}

TEST(CausePatternTest, VarianceByDifference) {
  const auto mean_of = [](std::shared_ptr<TracedSketch> maker) {
    auto mean = Sketched(UnreadOp("Mean", {1}, 1));
    if (maker != nullptr) mean->MadeBy(0, std::move(maker));
    mean->Reads(0, 7);
    return mean;
  };
  auto square_of_all = Sketched(UnreadOp("Square", {1}, 1));
  square_of_all->Reads(0, 7);
  auto square_of_mean = Sketched(UnreadOp("Square", {1}, 1));
  square_of_mean->MadeBy(0, mean_of(nullptr));
  auto difference = Sketched(UnreadOp("Sub", {1, 1}, -1e-8f));
  difference->MadeBy(0, mean_of(square_of_all)).MadeBy(1, square_of_mean);
  TracedSketch root(ScalarOp("Sqrt", {-1e-8f}, kNoNumber));
  root.MadeBy(0, difference);
  EXPECT_EQ(PatternNameOf(root), "negative-variance");
  square_of_all->Reads(0, 8);  // of other numbers: no variance
  EXPECT_EQ(PatternNameOf(root), "sqrt-of-negative");
}

TEST(CausePatternTest, DivisionByACount) {
  TracedSketch division(ScalarOp("RealDiv", {0, 0}, kNoNumber));
  auto count = Sketched(UnreadOp("Sum", {0}, 0));
  auto flags = Sketched(UnreadOp("Cast", {0}, 0));
  flags->MadeBy(0, Sketched(UnreadOp("Greater", {0}, 0)));
  count->MadeBy(0, flags);
  division.MadeBy(1, count);
  EXPECT_EQ(PatternNameOf(division), "division-by-zero-count");
}

TEST(CausePatternTest, WeightedMeanOfNoWeight) {
  TracedSketch division(ScalarOp("RealDiv", {0, 0}, kNoNumber));
  auto product = Sketched(UnreadOp("Mul", {0, 0}, 0));
  product->Reads(0, 1).Reads(1, 2);
  auto above = Sketched(UnreadOp("Sum", {0}, 0));
  above->MadeBy(0, product);
  auto below = Sketched(UnreadOp("Sum", {0}, 0));
  below->Reads(0, 2);
  division.MadeBy(0, above).MadeBy(1, below);
  EXPECT_EQ(PatternNameOf(division), "division-by-zero-count");
  below->Reads(0, 3);
  EXPECT_EQ(PatternNameOf(division), "zero-over-zero");
}

TEST(CausePatternTest, SpreadOfEqualNumbers) {
  TracedSketch division(ScalarOp("RealDiv", {0, 0}, kNoNumber));
  auto spread = Sketched(ScalarOp("Sub", {5, 5}, 0));
  auto most = Sketched(UnreadOp("Max", {5}, 5));
  auto least = Sketched(UnreadOp("Min", {5}, 5));
  most->Reads(0, 7);
  least->Reads(0, 7);
  spread->MadeBy(0, most).MadeBy(1, least);
  division.MadeBy(1, spread);
  EXPECT_EQ(PatternNameOf(division), "zero-spread");
}

TEST(CausePatternTest, ProductsThatWereTooSmall) {
  TracedSketch division(ScalarOp("RealDiv", {1, 0}, kPositiveInfinity));
  division.MadeBy(1, Sketched(ScalarOp("Square", {1e-30f}, 0)));
  EXPECT_EQ(PatternNameOf(division), "underflow-to-zero");
  TracedSketch log(ScalarOp("Log", {0}, -kPositiveInfinity));
  log.MadeBy(0, Sketched(UnreadOp("Exp", {-200}, 0)));
  EXPECT_EQ(PatternNameOf(log), "underflow-to-zero");
}

TEST(CausePatternTest, MeanOverflowsWhereItsSumDoes) {
  const OpCase op{
      "Mean", {Floats({2}, {3e38f, 2e38f}), Ints({}, {0})}, Floats({}, {kPositiveInfinity}), 0};
  EXPECT_EQ(PatternNameOf(TracedSketch(op)), "mean-overflow");
}

TEST(CausePatternTest, MeanOfNothing) {
  const OpCase op{"Mean", {Floats({0}, {}), Ints({1}, {0})}, Floats({}, {kNoNumber}), 0};
  EXPECT_EQ(PatternNameOf(TracedSketch(op)), "mean-of-nothing");
}

TEST(CausePatternTest, RowsOfASoftmaxByCountsAlone) {
  OpCase op{"Softmax",
            {Summary(Floats({2, 2}, {1, 2, -kPositiveInfinity, -kPositiveInfinity}))},
            Floats({2, 2}, {0.3f, 0.7f, kNoNumber, kNoNumber}),
            2};
  EXPECT_EQ(PatternNameOf(TracedSketch(op)), "masked-row");
  op.inputs[0] = Summary(Floats({2, 2}, {1, 2, kPositiveInfinity, 0}));
  EXPECT_EQ(PatternNameOf(TracedSketch(op)), "infinite-logit");
}

TEST(CausePatternTest, FailuresByWhatWasRead) {
  OpCase op{"GatherV2", {Floats({10}, std::vector<float>(10)), Ints({2}, {3, 10})}, {}, {}};
  const auto gather = NameFailure(TracedSketch(op), "indices[1] = 10 is not in [0, 10)");
  ASSERT_TRUE(gather);
  EXPECT_EQ(gather->pattern, Pattern::kIndexOutOfRange);
  // The message speaks of something else.
  EXPECT_FALSE(NameFailure(TracedSketch(op), "out of memory"));
  EXPECT_FALSE(NameFailure(TracedSketch(op), "indices[1] = 10 is not in [0, 20)"));
  op.op_type = "SparseSoftmaxCrossEntropyWithLogits";
  const auto label =
      NameFailure(TracedSketch(op), "a label value of 10 is outside the valid range of [0, 10).");
  ASSERT_TRUE(label);
  EXPECT_EQ(label->pattern, Pattern::kLabelOutOfRange);
}

TEST(CausePatternTest, InfinitiesThatWereDivided) {
  OpCase op{
      "RealDiv",
      {Summary(Floats({2}, {kPositiveInfinity, 1})), Summary(Floats({2}, {kPositiveInfinity, 1}))},
      Summary(Floats({2}, {kNoNumber, 1})),
      {}};
  EXPECT_EQ(PatternNameOf(TracedSketch(op)), "infinity-over-infinity");
  op.inputs[1] = Summary(Floats({2}, {kPositiveInfinity, 0}));  // it may have been 0/0
  op.inputs[0] = Summary(Floats({2}, {kPositiveInfinity, 0}));
  EXPECT_NE(PatternNameOf(TracedSketch(op)), "infinity-over-infinity");
}

TEST(CausePatternTest, IndexThatACastMadeOfNan) {
  TracedSketch gather(
      OpCase{"GatherV2", {Floats({4}, {1, 2, 3, 4}), Ints({1}, {-2147483647})}, {}, {}});
  gather.MadeBy(1, Sketched({"Cast", {Floats({1}, {kNoNumber})}, Ints({1}, {-2147483647}), {}}));
  const auto named = NameFailure(gather, "indices[0] = -2147483647 is not in [0, 4)");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->pattern, Pattern::kCastToInt);
}

}  // namespace
}  // namespace tdbg::query
