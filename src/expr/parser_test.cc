#include "expr/parser.h"

#include <gtest/gtest.h>

namespace tdbg::expr {
namespace {

// The tree with brackets around everything that was grouped.
std::string Show(const Node& node) {
  const auto list = [&](std::string_view open, std::string_view close) {
    std::string text(open);
    for (size_t i = 0; i < node.children.size(); ++i) {
      text += (i ? " " : "") + (node.children[i] ? Show(*node.children[i]) : std::string("_"));
    }
    return text + std::string(close);
  };
  switch (node.kind) {
    case NodeKind::kInteger:
      return std::to_string(node.number);
    case NodeKind::kFloat:
      return std::to_string(node.real);
    case NodeKind::kImaginary:
      return std::to_string(node.real) + "j";
    case NodeKind::kText:
      return "'" + node.text + "'";
    case NodeKind::kTensor:
      return "`" + node.text + "`";
    case NodeKind::kName:
      return node.text;
    case NodeKind::kList:
      return list("[", "]");
    case NodeKind::kTuple:
      return list("tuple(", ")");
    case NodeKind::kUnary:
      return "(" + std::string(SymbolOf(node.op)) + " " + Show(*node.children[0]) + ")";
    case NodeKind::kBinary:
      return "(" + Show(*node.children[0]) + " " + std::string(SymbolOf(node.op)) + " " +
             Show(*node.children[1]) + ")";
    case NodeKind::kCompare: {
      std::string text = "(" + Show(*node.children[0]);
      for (size_t i = 0; i < node.ops.size(); ++i) {
        text += " " + std::string(SymbolOf(node.ops[i])) + " " + Show(*node.children[i + 1]);
      }
      return text + ")";
    }
    case NodeKind::kAnd:
      return list("and(", ")");
    case NodeKind::kOr:
      return list("or(", ")");
    case NodeKind::kConditional:
      return list("if(", ")");
    case NodeKind::kCall:
      return list("call(", ")");
    case NodeKind::kKeyword:
      return node.text + "=" + Show(*node.children[0]);
    case NodeKind::kAttribute:
      return Show(*node.children[0]) + "." + node.text;
    case NodeKind::kIndex:
      return list("index(", ")");
    case NodeKind::kSlice:
      return list("slice(", ")");
    case NodeKind::kEllipsis:
      return "...";
  }
  return "?";
}

std::string Tree(std::string_view text) {
  const auto node = Parse(text);
  return node.ok() ? Show(**node) : node.status().message();
}

TEST(Parse, GroupsAsPythonDoes) {
  EXPECT_EQ(Tree("1 + 2 * 3"), "(1 + (2 * 3))");
  EXPECT_EQ(Tree("1 - 2 - 3"), "((1 - 2) - 3)");
  EXPECT_EQ(Tree("2 ** 3 ** 2"), "(2 ** (3 ** 2))");
  EXPECT_EQ(Tree("-2 ** 2"), "(- (2 ** 2))");
  EXPECT_EQ(Tree("2 ** -1"), "(2 ** (- 1))");
  EXPECT_EQ(Tree("-x.T @ y"), "((- x.T) @ y)");
  EXPECT_EQ(Tree("a | b ^ c & d << 1"), "(a | (b ^ (c & (d << 1))))");
  EXPECT_EQ(Tree("not a == b and c or d"), "or(and((not (a == b)) c) d)");
  EXPECT_EQ(Tree("a < b <= c"), "(a < b <= c)");
  EXPECT_EQ(Tree("x not in [1, 2]"), "(x not in [1 2])");
  EXPECT_EQ(Tree("name =~ 'a' and op !~ 'b'"), "and((name =~ 'a') (op !~ 'b'))");
  EXPECT_EQ(Tree("a if b else c if d else e"), "if(a b if(c d e))");
  EXPECT_EQ(Tree("a + b < c * d"), "((a + b) < (c * d))");
}

TEST(Parse, ReadsNumbersAndTexts) {
  EXPECT_EQ(Tree("1_000 + 0xff + 0b11 + 0o17"), "(((1000 + 255) + 3) + 15)");
  EXPECT_EQ(Tree("1e-3"), "0.001000");
  EXPECT_EQ(Tree(".5 + 2. + 3j"), "((0.500000 + 2.000000) + 3.000000j)");
  EXPECT_EQ(Tree("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(Tree(R"('a\'b' "c\\d\x41" r'\n' '\d')"), "'a'bc\\dA\\n\\d'");
  EXPECT_EQ(Tree("`a/b:0[1]#2` + 1"), "(`a/b:0[1]#2` + 1)");
}

TEST(Parse, ReadsCallsIndicesAndTuples) {
  EXPECT_EQ(Tree("f(a, b=1)(2)[3].c"), "index(call(call(f a b=1) 2) 3).c");
  EXPECT_EQ(Tree("x[1:, ::2, ..., None, :]"),
            "index(x slice(1 _ _) slice(_ _ 2) ... None slice(_ _ _))");
  EXPECT_EQ(Tree("x[a:b:c]"), "index(x slice(a b c))");
  EXPECT_EQ(Tree("(1,), ()"), "tuple(tuple(1) tuple())");
  EXPECT_EQ(Tree("1,"), "tuple(1)");
  EXPECT_EQ(Tree("[(1), []]"), "[1 []]");
}

TEST(Parse, PointsAtTheMistake) {
  EXPECT_EQ(Tree(""), "the expression is empty\n  \n  ^");
  EXPECT_EQ(Tree("1 +"), "the expression ends too early\n  1 +\n     ^");
  EXPECT_EQ(Tree("(1, [2"), "this bracket is not closed\n  (1, [2\n      ^");
  EXPECT_EQ(Tree("1 2"), "an operator is missing before this\n  1 2\n    ^");
  EXPECT_EQ(Tree("a = 1"), "a value cannot be set; write '==' to compare\n  a = 1\n    ^");
  EXPECT_EQ(Tree("a && b"), "'&&' is no operator here; write 'and'\n  a && b\n    ^~");
  EXPECT_EQ(Tree("x.1"), "an operator is missing before this\n  x.1\n   ^~");
  EXPECT_EQ(Tree("f(a=1, 2)"), "named arguments come last\n  f(a=1, 2)\n         ^");
  EXPECT_EQ(Tree("'abc"), "this text is not closed\n  'abc\n  ^~~~");
  EXPECT_EQ(Tree("1 + `x"),
            "this tensor's name is not closed; expected another '`'\n  1 + `x\n      ^~");
  EXPECT_EQ(Tree("3abc"), "'3abc' is no number\n  3abc\n  ^~~~");
  EXPECT_EQ(Tree("99999999999999999999"),
            "this integer does not fit 64 bits\n  99999999999999999999\n  ^~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(Tree("a ? b"), "this character means nothing in an expression\n  a ? b\n    ^");
  EXPECT_EQ(Tree("a if b"), "'else' is missing\n  a if b\n        ^");
  EXPECT_EQ(Tree("x[]"), "an index is missing\n  x[]\n   ^~");
}

TEST(Parse, RefusesWhatIsTooDeep) {
  const std::string brackets = std::string(100, '(') + "1" + std::string(100, ')');
  EXPECT_EQ(Tree(brackets), "1");
  for (const std::string& text : {std::string(100'000, '('), std::string(100'000, '-') + "1",
                                  std::string(100'000, '['), "x" + std::string(100'000, '.'),
                                  std::string(10'000, '(') + "1" + std::string(10'000, ')')}) {
    EXPECT_FALSE(Parse(text).ok());
  }
  std::string sum = "1";
  for (int i = 0; i < 1000; ++i) sum += "+1";
  EXPECT_NE(Tree(sum).find("nested deeper than 200 levels"), std::string::npos);
  std::string calls = "f";
  for (int i = 0; i < 1000; ++i) calls += "()";
  EXPECT_NE(Tree(calls).find("nested deeper"), std::string::npos);
}

}  // namespace
}  // namespace tdbg::expr
