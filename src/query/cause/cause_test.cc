#include "query/cause/cause.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "query/cause/known_numbers.h"

namespace tdbg::query {
namespace {

using tensor::DType;
using tensor::Shape;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr uint16_t kHalfInf = 0x7c00;

// An op that reads single numbers and makes one.
OpCase Scalar(std::string_view type, const std::vector<float>& inputs, float output) {
  OpCase op{type, {}, Floats({}, {output}), 0};
  for (const float input : inputs) op.inputs.push_back(Floats({}, {input}));
  return op;
}

std::string TextOf(const std::optional<Cause>& cause) { return cause ? cause->text : "nothing"; }

struct ScalarCase {
  const char* type;
  std::vector<float> inputs;
  float output;
  const char* text;
  size_t input;
};

class ScalarCauseTest : public testing::TestWithParam<ScalarCase> {};

TEST_P(ScalarCauseTest, Says) {
  const ScalarCase& c = GetParam();
  const auto cause = CauseOf(Scalar(c.type, c.inputs, c.output));
  EXPECT_EQ(TextOf(cause), c.text);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->input, c.input);
  EXPECT_EQ(cause->element, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Poles, ScalarCauseTest,
    testing::Values(
        ScalarCase{"Log", {0}, -kInf, "log(0).", 0},
        ScalarCase{
            "Log", {-0.25f}, kNan, "log(−0.25): a negative number has no real logarithm.", 0},
        ScalarCase{"Log1p", {-1}, -kInf, "log(1 + (−1)): that is log(0).", 0},
        ScalarCase{"RealDiv", {0, 0}, kNan, "0/0.", 1},
        ScalarCase{"Div", {3, 0}, kInf, "3/0: a division by zero.", 1},
        ScalarCase{"Reciprocal", {0}, kInf, "1/0.", 0},
        ScalarCase{"Sqrt", {-1}, kNan, "sqrt(−1): a negative number has no real square root.", 0},
        ScalarCase{"Rsqrt", {0}, kInf, "1/sqrt(0).", 0},
        ScalarCase{
            "Pow", {0, -1.5f}, kInf, "0 to the power (−1.5): that is a division by zero.", 0},
        ScalarCase{"Pow",
                   {-2, 0.5f},
                   kNan,
                   "−2 to the power 0.5: a negative number has only whole powers.",
                   0},
        ScalarCase{"Xlogy", {2, 0}, -kInf, "2 × log(0).", 1},
        ScalarCase{
            "SqrtGrad", {0, 1}, kInf, "1/(2 × 0): the gradient of sqrt at 0 is infinite.", 0},
        ScalarCase{"SqrtGrad",
                   {0, 0},
                   kNan,
                   "0/(2 × 0): the gradient of sqrt at 0 is infinite, and 0 × ∞ is no number.",
                   0},
        ScalarCase{"Acos", {1.5f}, kNan, "acos(1.5): it is defined from −1 to 1 only.", 0}));

INSTANTIATE_TEST_SUITE_P(
    Overflows, ScalarCauseTest,
    testing::Values(
        ScalarCase{"Exp",
                   {91.25f},
                   kInf,
                   "exp(91.2) is 4.26e+39, beyond the largest f32, 3.4e+38: exp overflows above "
                   "88.72.",
                   0},
        ScalarCase{"Mul",
                   {1e20f, 3e20f},
                   kInf,
                   "1e+20 × 3e+20 is 3e+40, beyond the largest f32, 3.4e+38.",
                   1},
        ScalarCase{"RsqrtGrad",
                   {1e20f, 1},
                   -kInf,
                   "−1 × 1e+20³/2 is −5e+59, beyond the largest f32, 3.4e+38.",
                   0},
        ScalarCase{"Square",
                   {-1e20f},
                   kInf,
                   "the square of −1e+20 is 1e+40, beyond the largest f32, 3.4e+38.",
                   0}));

// Bad inputs: such values are masked or inherited, never born.
INSTANTIATE_TEST_SUITE_P(
    FromInfinity, ScalarCauseTest,
    testing::Values(ScalarCase{"Sub", {kInf, kInf}, kNan, "∞ − ∞ is no number.", 0},
                    ScalarCase{"Mul", {0, kInf}, kNan, "0 × ∞ is no number.", 1}));

TEST(CauseTest, SubnormalThatWasFlushed) {
  EXPECT_EQ(TextOf(CauseOf(Scalar("Log", {1e-40f}, -kInf))),
            "log(0). 1e−40 is subnormal, and was taken for 0.");
}

TEST(CauseTest, NumbersThatDoNotBearItOutGiveNoCause) {
  EXPECT_FALSE(CauseOf(Scalar("Log", {2}, kNan)));
  EXPECT_FALSE(CauseOf(Scalar("Mul", {kNan, 1}, kNan)));
  EXPECT_FALSE(CauseOf(Scalar("SomeNewOp", {0}, kNan)));
}

TEST(CauseTest, ElementIsFoundThroughBroadcasting) {
  OpCase op{"RealDiv",
            {Floats({2, 2}, {1, 0, 3, 4}), Floats({2}, {2, 0})},
            Floats({2, 2}, {0.5f, kNan, 1.5f, kInf}),
            3};
  const auto cause = CauseOf(op);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->text, "4/0: a division by zero.");
  EXPECT_EQ(cause->input, 1u);
  EXPECT_EQ(cause->element, 1);
}

TEST(CauseTest, CountsTellWhereValuesDoNot) {
  OpCase op{"Log", {Summary(Floats({3}, {1, 0, 2}))}, Summary(Floats({3}, {0, -kInf, 1})), {}};
  EXPECT_EQ(TextOf(CauseOf(op)), "log(0).");
  op = {"RealDiv",
        {Summary(Floats({2}, {1, 2})), Summary(Floats({2}, {0, 4}))},
        Summary(Floats({2}, {kInf, 0.5f})),
        {}};
  EXPECT_EQ(TextOf(CauseOf(op)), "x/0: a division by zero.");
  // Only counts, as TensorFlow's full_health has them.
  op = {"Sqrt", {Summary(Floats({2}, {1, -4}))}, Summary(Floats({2}, {1, kNan})), {}};
  op.inputs[0].digest.min.reset();
  op.inputs[0].digest.max.reset();
  EXPECT_EQ(TextOf(CauseOf(op)),
            "sqrt(x) of a negative number: a negative number has no real square root.");
}

TEST(CauseTest, CountsThatDoNotFitTellNothing) {
  // log(0) is no NaN.
  const OpCase op{"Log", {Summary(Floats({2}, {1, 0}))}, Summary(Floats({2}, {0, kNan})), {}};
  EXPECT_FALSE(CauseOf(op));
}

TEST(CauseTest, HalfPrecisionOverflows) {
  const KnownTensor infinite = KnownNumbers<uint16_t>(DType::kF16, Shape(), {kHalfInf});
  OpCase op{"Cast", {Floats({}, {70000})}, infinite, 0};
  EXPECT_EQ(TextOf(CauseOf(op)), "70000 is beyond the largest f16, 65504.");
  op = {"Exp", {KnownNumbers<uint16_t>(DType::kF16, Shape(), {0x4a00})}, infinite, 0};  // 12
  EXPECT_EQ(TextOf(CauseOf(op)),
            "exp(12) is 1.63e+05, beyond the largest f16, 65504: exp overflows above 11.09.");
}

TEST(CauseTest, SumsOverflow) {
  OpCase op{
      "Sum", {Floats({2, 2}, {1, 2, 3e38f, 2e38f}), Ints({1}, {-1})}, Floats({2}, {3, kInf}), 1};
  auto cause = CauseOf(op);
  EXPECT_EQ(TextOf(cause), "the sum of its 2 elements is 5e+38, beyond the largest f32, 3.4e+38.");
  EXPECT_EQ(cause->element, 2);
  op.op_type = "Prod";
  op.element = 0;
  EXPECT_NE(TextOf(CauseOf(op)).find("only multiplies and adds"), std::string::npos);
}

TEST(CauseTest, MatMulFindsRowAndColumnEitherWayRound) {
  OpCase op{"MatMul",
            {Floats({1, 2}, {1e20f, 2}), Floats({2, 1}, {3e20f, 1})},
            Floats({1, 1}, {kInf}),
            0};
  const char* text =
      "the sum of 2 products is 3e+40, beyond the largest f32, 3.4e+38; the largest is 1e+20 × "
      "3e+20.";
  EXPECT_EQ(TextOf(CauseOf(op)), text);
  op.op_type = "_MklNativeFusedMatMul";
  EXPECT_EQ(TextOf(CauseOf(op)), text);
  op.inputs[1] = Floats({1, 2}, {3e20f, 1});  // transposed
  EXPECT_EQ(TextOf(CauseOf(op)), text);
  EXPECT_EQ(CauseOf(op)->input, 1u);
}

TEST(CauseTest, ConvolutionIsExplainedByItsInputs) {
  OpCase op{"Conv2D", {Floats({2}, {1, -3e30f}), Floats({1}, {1e30f})}, Floats({2}, {1, -kInf}), 1};
  const auto cause = CauseOf(op);
  EXPECT_EQ(TextOf(cause),
            "Conv2D only multiplies and adds, and all it read is finite: a sum went beyond the "
            "largest f32, 3.4e+38; the largest number it read is 3e+30.");
  EXPECT_EQ(cause->element, 1);
  op.inputs[1] = KnownTensor();  // unknown: it may be the culprit
  EXPECT_FALSE(CauseOf(op));
}

TEST(CauseTest, CholeskyOfAnythingElse) {
  OpCase op{"Cholesky", {Floats({1, 1}, {-1})}, Floats({1, 1}, {kNan}), 0};
  EXPECT_EQ(TextOf(CauseOf(op)),
            "the matrix is finite but not positive definite: it has no Cholesky factor.");
  op.inputs[0] = Floats({1, 1}, {kNan});
  EXPECT_FALSE(CauseOf(op));
}

TEST(CauseTest, NothingCanBeAveraged) {
  const OpCase op{"Mean", {Floats({0, 2}, {}), Ints({1}, {0})}, Floats({2}, {kNan, kNan}), 0};
  EXPECT_EQ(TextOf(CauseOf(op)), "the mean of no elements is 0/0.");
}

TEST(CauseTest, SoftmaxOfInfinity) {
  OpCase op{"Softmax", {Floats({2, 2}, {1, 2, kInf, 0})}, Floats({2, 2}, {0.3f, 0.7f, kNan, 0}), 2};
  EXPECT_EQ(TextOf(CauseOf(op)), "row 1 of the logits holds ∞: its softmax is ∞/∞.");
  op.inputs[0] = Floats({2, 2}, {1, 2, -kInf, -kInf});
  EXPECT_EQ(TextOf(CauseOf(op)), "row 1 of the logits is −∞ throughout: its softmax is 0/0.");
}

// ---------------------------------------------------------------- of finite numbers

TEST(CauseOfFiniteTest, SoftmaxUnderflows) {
  const OpCase op{"Softmax", {Floats({1, 2}, {104.5f, 0.25f})}, Floats({1, 2}, {1, 0}), 1};
  EXPECT_EQ(TextOf(CauseOfFinite(op)),
            "Softmax underflowed in row 0: its logits span 104, and exp(−104) is below the "
            "smallest f32.");
}

TEST(CauseOfFiniteTest, ProductsUnderflow) {
  const OpCase op = Scalar("Mul", {1e-30f, 1e-20f}, 0);
  EXPECT_EQ(TextOf(CauseOfFinite(op)), "1e−30 × 1e−20 is 1e−50, below the smallest f32, 1.4e−45.");
}

TEST(CauseOfFiniteTest, NumbersRoundToOne) {
  EXPECT_EQ(TextOf(CauseOfFinite(Scalar("Sigmoid", {18}, 1))), "sigmoid(18) rounds to 1 in f32.");
}

TEST(CauseOfFiniteTest, DifferencesAreSpelledOut) {
  const auto cause = CauseOfFinite(Scalar("Sub", {2.5f, 3}, -0.5f));
  EXPECT_EQ(TextOf(cause), "2.5 − 3 is −0.5.");
}

TEST(CauseOfFiniteTest, WhatWasHandedOnNeedsNoSentence) {
  for (const OpCase& op : {Scalar("Sub", {0, 6e36f}, -6e36f), Scalar("AddV2", {-3, 0}, -3)}) {
    const auto cause = CauseOfFinite(op);
    ASSERT_TRUE(cause);
    EXPECT_EQ(cause->text, "");
    EXPECT_EQ(cause->input, op.inputs[0].At(0) == 0 ? 1u : 0u);
  }
}

// Operands of another moment cannot have given what the op made.
TEST(CauseOfFiniteTest, WhatTheOperandsDoNotProveIsNotSaid) {
  const OpCase cast{"Cast",
                    {Floats({}, {-0.0f})},
                    KnownNumbers<uint16_t>(DType::kBF16, Shape(), {0xbf80}),  // −1
                    0};
  EXPECT_FALSE(CauseOfFinite(cast));
  EXPECT_FALSE(CauseOfFinite(Scalar("Sub", {5, 2}, -3)));
  EXPECT_FALSE(CauseOf(Scalar("RealDiv", {3, 0}, kNan)));
}

TEST(CauseOfFiniteTest, ZeroOfZeroIsPassedOver) {
  const auto cause = CauseOfFinite(Scalar("Sqrt", {0}, 0));
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->text, "");
  EXPECT_EQ(cause->input, 0u);
}

TEST(CauseOfFiniteTest, SumOfZeros) {
  const OpCase op{"Sum", {Floats({2, 2}, {1, 2, 0, 0}), Ints({}, {1})}, Floats({2}, {3, 0}), 1};
  EXPECT_EQ(TextOf(CauseOfFinite(op)), "Sum is 0 because its 2 elements are.");
}

TEST(CauseOfFiniteTest, OrdinaryNumbersNeedNoCause) {
  EXPECT_FALSE(CauseOfFinite(Scalar("Mul", {2, 3}, 6)));
  EXPECT_FALSE(CauseOfFinite(Scalar("Log", {0}, -kInf)));
}

}  // namespace
}  // namespace tdbg::query
