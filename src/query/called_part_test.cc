#include "query/called_part.h"

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

const char* const kTwoLogs = "loss = -(p * tf.math.log(p) + q * tf.math.log(q))  # log(1)";

std::vector<std::string> Texts(const std::string& line, const std::vector<std::string>& spellings) {
  std::vector<std::string> texts;
  for (const LinePart& part : PartsSpelled(line, spellings).parts) {
    texts.push_back(line.substr(part.begin, part.end - part.begin));
  }
  return texts;
}

using Strings = std::vector<std::string>;

TEST(CalledPart, IsACallWithItsNameAndBrackets) {
  EXPECT_EQ(Texts(kTwoLogs, {"log("}), (Strings{"tf.math.log(p)", "tf.math.log(q)"}));
  EXPECT_EQ(Texts("x = tf.reduce_sum(a, axis=(0, 1)) / n", {"reduce_sum("}),
            Strings{"tf.reduce_sum(a, axis=(0, 1))"});
  EXPECT_EQ(Texts("return ops.log(", {"log("}), Strings{"ops.log("});
  EXPECT_EQ(Texts("catalog(x)", {"log("}), Strings{});
  EXPECT_EQ(Texts("print('log(x)', \"log(\\\"\")", {"log("}), Strings{});
  EXPECT_EQ(Texts("", {"log("}), Strings{});
}

// Inner calls are made before those that they are handed to.
TEST(CalledPart, ComesInTheOrderOfPython) {
  EXPECT_EQ(Texts("y = log(log(x) + log(z))", {"log("}),
            (Strings{"log(x)", "log(z)", "log(log(x) + log(z))"}));
}

TEST(CalledPart, IsAnOperator) {
  const SpelledParts parts = PartsSpelled("y = a / b", {" / ", "divide(", "/"});
  EXPECT_EQ(parts.parts, (std::vector<LinePart>{{6, 7}}));
  EXPECT_TRUE(parts.operators);
  EXPECT_EQ(Texts("y = a ** 2 * b // c", {"*"}), Strings{"*"});
  EXPECT_EQ(Texts("y = -a - (-b)", {"-"}), Strings{"-"});
}

TEST(CalledPart, IsOneOfSeveralWhereTheyAreCounted) {
  const SpelledParts two = PartsSpelled(kTwoLogs, {"log("});
  EXPECT_EQ(PartOf(two, 1, 2), two.parts[1]);
  EXPECT_EQ(PartOf(two, 0, 3), std::nullopt);
  const SpelledParts sums = PartsSpelled("a + b * (c + d)", {"+"});
  EXPECT_EQ(PartOf(sums, 0, 2), std::nullopt);
  EXPECT_EQ(PartOf(PartsSpelled("x = f(y)", {"f("}), 5, 9), (LinePart{4, 8}));
}

// Autograph tells the last line of a statement of several.
TEST(CalledPart, IsLookedForInTheStatement) {
  const Strings lines = {"y = log(z)",
                         "return tf.map_fn(",
                         "    lambda row: tf.reduce_sum(",
                         "        tf.math.log(row)),",
                         "    x)",
                         "y = log(z)"};
  EXPECT_EQ(LineThatMakes(lines, 4, {"log("}), 3u);
  EXPECT_EQ(LineThatMakes(lines, 1, {"log("}), 3u);
  EXPECT_EQ(LineThatMakes(lines, 4, {"sqrt("}), 4u);
  EXPECT_EQ(LineThatMakes(lines, 0, {"log("}), 0u);
  EXPECT_EQ(LineThatMakes({"f(log(a),", "  log(b),", "  c)"}, 2, {"log("}), 2u);
  EXPECT_EQ(LineThatMakes(lines, 9, {"log("}), 9u);
  const Strings nested = {"x = g(",     "  a)", "y = f(",    "  g(",
                          "    log(a)", "  ),", "  axis=1,", ")"};
  EXPECT_EQ(LineThatMakes(nested, 6, {"log("}), 4u);
  EXPECT_EQ(LineThatMakes(nested, 1, {"log("}), 1u);
}

TEST(CalledPart, NeedsAMarkAmongOthersOnly) {
  EXPECT_FALSE(HasOtherCode("    return tf.math.log(x)  # f(x)", {11, 25}));
  EXPECT_TRUE(HasOtherCode("    return tf.math.log(x) + 1", {11, 25}));
  EXPECT_FALSE(HasOtherCode("x", {5, 9}));
}

}  // namespace
}  // namespace tdbg::query
