#include "view/command_line.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

std::vector<std::string> Words(std::string_view text) {
  const auto line = ParseCommandLine(text);
  EXPECT_TRUE(line.ok()) << text;
  std::vector<std::string> words;
  if (line.ok()) {
    for (const Word& word : line->words) words.push_back(word.text);
  }
  return words;
}

using Texts = std::vector<std::string>;

TEST(CommandLineTest, WordsAreSplitAtBlanks) {
  EXPECT_EQ(Words("  lt   -n  x "), (Texts{"lt", "-n", "x"}));
  EXPECT_EQ(Words(""), Texts{});
}

TEST(CommandLineTest, QuotesBacktickAndBracketsHoldTogether) {
  EXPECT_EQ(Words("pt 'a b:0'"), (Texts{"pt", "a b:0"}));
  EXPECT_EQ(Words("pt w:0[0, 1]"), (Texts{"pt", "w:0[0, 1]"}));
  EXPECT_EQ(Words("pt w -r [[0, 1], [2, 3]]"), (Texts{"pt", "w", "-r", "[[0, 1], [2, 3]]"}));
  EXPECT_EQ(Words("ev max(`a b:0`, 1)"), (Texts{"ev", "max(`a b:0`, 1)"}));
  EXPECT_EQ(Words("lt -f 'op == \"x y\"'"), (Texts{"lt", "-f", "op == \"x y\""}));
}

TEST(CommandLineTest, WhatIsNeverClosedIsAnOrdinaryCharacter) {
  EXPECT_EQ(Words("lt -n ["), (Texts{"lt", "-n", "["}));
  EXPECT_EQ(Words("lt -n it's"), (Texts{"lt", "-n", "it's"}));
}

TEST(CommandLineTest, RedirectsInEverySpelling) {
  for (const char* text : {"lt > out.txt", "lt >out.txt", "lt>out.txt", "lt> out.txt"}) {
    const auto line = ParseCommandLine(text);
    ASSERT_TRUE(line.ok()) << text;
    EXPECT_EQ(line->file, "out.txt") << text;
    EXPECT_FALSE(line->append);
    EXPECT_EQ(line->words.size(), 1u) << text;
  }
  EXPECT_EQ(ParseCommandLine("lt > 'a b.txt'")->file, "a b.txt");
  const auto append = ParseCommandLine("lt >> out.txt");
  ASSERT_TRUE(append.ok());
  EXPECT_EQ(append->file, "out.txt");
  EXPECT_TRUE(append->append);
  EXPECT_FALSE(ParseCommandLine("lt >").ok());
}

// Edge 18: comparing is not redirecting.
TEST(CommandLineTest, ComparisonsStayExpressions) {
  for (const char* text :
       {"eval '`x:0` > 0.5'", "eval `x:0` > 0.5", "lt -f max>1e4", "lt -f 'max >= 3'",
        "lt -f max >= 3", "eval (`x:0` > `y:0`)", "pt <lambda>::x:0"}) {
    const auto line = ParseCommandLine(text);
    ASSERT_TRUE(line.ok()) << text;
    EXPECT_EQ(line->file, "") << text;
  }
  EXPECT_EQ(ParseCommandLine("eval '`x:0` > 0.5' > mask.txt")->file, "mask.txt");
}

TEST(CommandLineTest, SignsNeedNoBlank) {
  EXPECT_EQ(Words("/a b;c"), (Texts{"/", "a b;c"}));
  EXPECT_EQ(Words("@12,6"), (Texts{"@", "12,6"}));
  EXPECT_EQ(Words("x/8 w:0"), (Texts{"x", "/8", "w:0"}));
  EXPECT_EQ(Words("-->"), Texts{"-->"});
}

TEST(CommandLineTest, CommandsAreSplitAtSemicolons) {
  EXPECT_EQ(SplitCommands("lt; pt a:0 ;; ni 'a;b'"), (Texts{"lt", "pt a:0", "ni 'a;b'"}));
  EXPECT_EQ(SplitCommands("# a comment; lt"), Texts{});
  EXPECT_EQ(SplitCommands("lt # why; pt a"), Texts{"lt"});
  EXPECT_EQ(SplitCommands("pt a:0#1"), Texts{"pt a:0#1"});
  EXPECT_EQ(SplitCommands("/a;b"), Texts{"/a;b"});
}

}  // namespace
}  // namespace tdbg::view
