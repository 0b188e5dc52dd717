#include "expr/evaluate.h"

#include <array>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "expr/functions.h"
#include "tensor/format.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Value;

template <typename T>
Value Make(DType dtype, Shape shape, const std::vector<T>& elements) {
  std::vector<std::byte> bytes(elements.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return Value::Own(dtype, std::move(shape), std::move(bytes));
}

Result<Value> Tensor(std::string_view name) {
  if (name == "x") return Make<float>(DType::kF32, {2, 3}, {1, 2, 3, 4, 5, 6});
  if (name == "i") return Make<int8_t>(DType::kI8, {3}, {100, -3, 7});
  if (name == "q") return Make<int8_t>(DType::kQI8, {2}, {100, 100});
  if (name == "s") return Value::OfTexts(DType::kString, {2}, {"one", "two"});
  if (name == "huge") return Make<float>(DType::kF32, {int64_t{1} << 40, 0, int64_t{1} << 40}, {});
  return NotFound("no tensor '" + std::string(name) + "' was recorded");
}

std::string Show(const Outcome& outcome) {
  if (const auto* value = std::get_if<Value>(&outcome.is)) {
    return std::string(tensor::Info(value->dtype()).short_name) + value->shape().ToString() + " " +
           tensor::FormatTensor(value->view());
  }
  if (const auto* text = std::get_if<std::string>(&outcome.is)) return "'" + *text + "'";
  std::string all = "(";
  for (const Outcome& item : std::get<std::vector<Outcome>>(outcome.is)) all += Show(item) + "; ";
  return all + ")";
}

std::string Eval(std::string_view text) {
  Environment environment;
  environment.tensor = Tensor;
  const Result<Outcome> outcome = Evaluate(text, environment);
  return outcome.ok() ? Show(*outcome) : outcome.status().message();
}

TEST(Evaluate, ArithmeticOnTensors) {
  EXPECT_EQ(Eval("`x` * 2 + 1"), "f32[2,3] [[ 3.  5.  7.]\n [ 9. 11. 13.]]");
  EXPECT_EQ(Eval("`x` - `x`.mean(axis=0)"), "f32[2,3] [[-1.5 -1.5 -1.5]\n [ 1.5  1.5  1.5]]");
  EXPECT_EQ(Eval("`i` + `i`"), "i8[3] [-56  -6  14]");
  EXPECT_EQ(Eval("`q` + `q`"), "i8[2] [-56 -56]");
  EXPECT_EQ(Eval("`x` @ `x`.T"), "f32[2,2] [[14. 32.]\n [32. 77.]]");
  EXPECT_EQ(Eval("`x`[`x` > 4]"), "f32[2] [5. 6.]");
  EXPECT_EQ(Eval("`x`[0, ::-1]"), "f32[3] [3. 2. 1.]");
  EXPECT_EQ(Eval("max(3, 4) + abs(-2)"), "i64[] 6");
}

TEST(Evaluate, TextsTuplesAndDtypes) {
  EXPECT_EQ(Eval("`x`.shape"), "(i64[] 2; i64[] 3; )");
  EXPECT_EQ(Eval("`x`.shape[-1]"), "i64[] 3");
  EXPECT_EQ(Eval("`x`.dtype"), "'float32'");
  EXPECT_EQ(Eval("`x`.dtype == 'float32' and `x`.shape == (2, 3)"), "bool[] True");
  EXPECT_EQ(Eval("unique([2, 1, 2], return_counts=True)"), "(i64[2] [1 2]; i64[2] [1 2]; )");
  EXPECT_EQ(Eval("'a' in ['a', 'b']"), "bool[] True");
  EXPECT_EQ(Eval("None"), "'None'");
  EXPECT_EQ(Eval("`s`[1]"), "str[] b'two'");
  EXPECT_EQ(Eval("`s`[::-1].shape"), "(i64[] 2; )");
}

TEST(Evaluate, MistakesPointAtTheirPart) {
  EXPECT_EQ(Eval("1 + sun(`x`)"),
            "there is no function 'sun'; did you mean sin or sum?\n  1 + sun(`x`)\n      ^~~");
  EXPECT_EQ(Eval("`x` + [1, 2]"),
            "the shapes [2,3] and [2] do not broadcast\n  `x` + [1, 2]\n  ^~~~~~~~~~~~");
  EXPECT_EQ(Eval("sum(`x`, axis=2)"),
            "there is no axis 2; it has 2 axes\n  sum(`x`, axis=2)\n                ^");
  EXPECT_EQ(Eval("sum(`x`, axs=1)"),
            "'sum' has no argument 'axs'; did you mean axis?\n  sum(`x`, axs=1)\n           ^~~");
  EXPECT_EQ(Eval("`x`[0, 5]"),
            "the index 5 is outside axis 1, whose extent is 3\n  `x`[0, 5]\n         ^");
  EXPECT_EQ(Eval("`x`.men()"),
            "there is no method 'men'; did you mean mean or min?\n  `x`.men()\n      ^~~");
  EXPECT_EQ(Eval("pie"),
            "there is no 'pie' here; did you mean pi?; tensors are written between "
            "backticks\n  pie\n  ^~~");
  EXPECT_EQ(Eval("1 if `x` else 2"),
            "an array of shape [2,3] is neither true nor false; use any() or all()\n"
            "  1 if `x` else 2\n       ^~~");
  EXPECT_EQ(Eval("`i` + 300"),
            "the integer 300 does not fit the dtype int8\n  `i` + 300\n  ^~~~~~~~~");
  EXPECT_EQ(Eval("`s` + 1"), "elements of dtype string are no numbers\n  `s` + 1\n  ^~~~~~~");
}

TEST(Evaluate, ATensorThatCannotBeHadKeepsItsCode) {
  Environment environment;
  environment.tensor = Tensor;
  const Result<Outcome> outcome = Evaluate("1 + `y:0`", environment);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.status().code(), StatusCode::kNotFound);
  EXPECT_EQ(outcome.status().message(), "no tensor 'y:0' was recorded\n  1 + `y:0`\n      ^~~~~");
}

TEST(Evaluate, AsksForATensorOnce) {
  int asked = 0;
  Environment environment;
  environment.tensor = [&](std::string_view name) {
    ++asked;
    return Tensor(name);
  };
  EXPECT_TRUE(Evaluate("`x` + `x` * `x`", environment).ok());
  EXPECT_EQ(asked, 1);
}

TEST(Evaluate, RefusesWhatIsTooLarge) {
  for (const char* text : {"zeros((100000, 100000))", "zeros((2 ** 40, 0))", "ones(2 ** 28 + 1)",
                           "arange(1e18)", "zeros(20000)[:, None] + zeros(20000)", "`huge`",
                           "2 ** 64", "1 << 100", "zeros((1,) * 3)"}) {
    EXPECT_FALSE(Evaluate(text, {Tensor, nullptr}).ok()) << text;
  }
}

TEST(Evaluate, EndsWhenAskedTo) {
  const std::atomic<bool> stop = true;
  const Result<Outcome> outcome = Evaluate("1 + 1", {Tensor, &stop});
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.status().message().substr(0, 11), "interrupted");
}

std::string ErrorOf(const Result<Outcome>& outcome) {
  return outcome.ok() ? "" : std::string(outcome.status().message());
}

TEST(Evaluate, RefusesWhatIsBeyondItsAllowance) {
  Environment environment;
  environment.allowance = {.bytes = 1 << 20,
                           .multiplications = 1'000'000,
                           .more_bytes = "have memory",
                           .more_multiplications = "have time"};
  EXPECT_EQ(ErrorOf(Evaluate("sum(ones((300, 300)))", environment)), "");
  EXPECT_EQ(ErrorOf(Evaluate("sum(ones((400, 400)))", environment)),
            "with this the arrays of the expression would take 1.22 MiB; up to 1 MiB are accepted; "
            "`have memory` allows more\n  sum(ones((400, 400)))\n           ^~~~~~~~~~");
  EXPECT_NE(ErrorOf(Evaluate("sum(ones((300, 300))) + sum(ones((300, 300)))", environment)), "");
  EXPECT_EQ(ErrorOf(Evaluate("sum(ones((50, 50)) @ ones((50, 50)))", environment)), "");
  environment.allowance.multiplications = 200'000;
  const std::string twice =
      ErrorOf(Evaluate("ones((50, 50)) @ ones((50, 50)) @ ones((50, 50))", environment));
  EXPECT_NE(twice.find("0.00025 billion multiplications; up to 0.0002 billion are accepted; `have "
                       "time` allows more"),
            std::string::npos)
      << twice;
}

TEST(Evaluate, PausesDuringLongWork) {
  int pauses = 0;
  Environment environment;
  environment.pause = [&] {
    // Somebody else's evaluation in a pause spends nothing of this one's allowance.
    if (++pauses > 1) return;
    EXPECT_TRUE(Evaluate("sum(ones((500, 500)))", {}).ok());
  };
  environment.allowance.bytes = 1 << 20;
  EXPECT_EQ(ErrorOf(Evaluate("sum(ones((100, 100)) @ ones((100, 100)))", environment)), "");
  EXPECT_GT(pauses, 5);
}

// The element of a product is the sum in the order of the inner axis, whatever the blocks.
TEST(Evaluate, ProductsOfAllSizesAreSumsOfProducts) {
  using Sizes = std::array<int, 3>;
  for (const auto& [m, k, n] :
       {Sizes{1, 1, 1}, Sizes{3, 67, 2}, Sizes{2, 64, 257}, Sizes{5, 131, 300}}) {
    const std::string a = "(arange(" + std::to_string(m * k) + ") * 0.37 % 1).reshape(" +
                          std::to_string(m) + ", " + std::to_string(k) + ")";
    const std::string b = "(arange(" + std::to_string(k * n) + ") * 0.71 % 1).reshape(" +
                          std::to_string(k) + ", " + std::to_string(n) + ")";
    const std::string row = "sum(cumsum(" + a + "[-1, :] * " + b + "[:, -1])[-1:])";
    EXPECT_EQ(Eval("(" + a + " @ " + b + ")[-1, -1] == " + row), "bool[] True") << k << " " << n;
  }
}

TEST(Functions, AreDocumentedOnceEach) {
  std::set<std::string_view> names;
  for (const FunctionInfo& info : Functions()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(info.signature.substr(0, info.name.size() + 1), std::string(info.name) + "(");
    EXPECT_EQ(info.signature.back(), ')');
    EXPECT_FALSE(info.summary.empty());
  }
  for (const char* name :
       {"abs",       "sum",         "mean",     "std",       "var",        "min",  "max",
        "amin",      "argmax",      "isnan",    "where",     "clip",       "dot",  "matmul",
        "transpose", "reshape",     "flatten",  "histogram", "percentile", "norm", "unique",
        "asin",      "concatenate", "allclose", "nanmean"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

// Whatever it is called with, a function answers or refuses.
TEST(Functions, TakeAnyArguments) {
  const char* arguments[] = {"",
                             "`x`",
                             "`s`",
                             "`x`, `x`",
                             "None",
                             "'a'",
                             "[1, [2, 3]]",
                             "1",
                             "`x`, axis=0",
                             "`x`, None, None",
                             "[], 0",
                             "`i`, 2, 1",
                             "`x`, 'q'",
                             "zeros((0, 3))",
                             "1j",
                             "`x`, [[1]], 3"};
  for (const FunctionInfo& info : Functions()) {
    for (const char* given : arguments) {
      EXPECT_FALSE(Eval(std::string(info.name) + "(" + given + ")").empty());
    }
  }
}

}  // namespace
}  // namespace tdbg::expr
