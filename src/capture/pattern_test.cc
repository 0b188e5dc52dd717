#include "capture/pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

bool Matches(std::string_view pattern, std::string_view text) {
  const auto parsed = Pattern::Parse(pattern);
  EXPECT_TRUE(parsed.ok()) << pattern << ": " << parsed.status().message();
  return parsed.ok() && parsed->Matches(text);
}

TEST(Pattern, MatchesFromTheBeginning) {
  EXPECT_TRUE(Matches("Mat", "MatMul"));
  EXPECT_FALSE(Matches("Mul", "MatMul"));
  EXPECT_TRUE(Matches(".*Mul", "BatchMatMulV2"));
  EXPECT_TRUE(Matches("", "anything"));
  EXPECT_TRUE(Matches("Mul$", "Mul"));
  EXPECT_FALSE(Matches("Mul$", "Mul2"));
  EXPECT_FALSE(Matches("a^b", "ab"));
}

TEST(Pattern, Operators) {
  EXPECT_TRUE(Matches("(Log|Exp)1?$", "Log1"));
  EXPECT_TRUE(Matches("(?:Log|Exp)1?$", "Exp"));
  EXPECT_FALSE(Matches("(Log|Exp)1?$", "Log2"));
  EXPECT_TRUE(Matches("a|b|c$", "c"));
  EXPECT_FALSE(Matches("(a|b|c)$", "cc"));
  EXPECT_TRUE(Matches("layer_[0-9]+/kernel", "layer_12/kernel:0"));
  EXPECT_FALSE(Matches("layer_[^0-9]+/", "layer_12/"));
  EXPECT_TRUE(Matches("[]a-]+$", "]a-"));
  EXPECT_TRUE(Matches("\\w+\\.\\d\\s\\S$", "ab_1.7 x"));
  EXPECT_FALSE(Matches("a.b", "a\nb"));
  EXPECT_TRUE(Matches("(ab*?c)+?$", "acabbc"));
}

TEST(Pattern, RefusesInOneLine) {
  for (const char* text :
       {"(", ")", "a)", "[", "[a", "*", "a**", "a{2}", "(?=a)", "\\", "\\q", "[z-a]"}) {
    const auto parsed = Pattern::Parse(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.status().message().find('\n'), std::string::npos);
    EXPECT_NE(parsed.status().message().find(text), std::string::npos) << parsed.status().message();
  }
  EXPECT_FALSE(Pattern::Parse(std::string(1000, '(')).ok());
  EXPECT_FALSE(Pattern::Parse(std::string(10000, 'a')).ok());
}

// What makes backtracking matchers run for years.
TEST(Pattern, LinearTime) {
  EXPECT_FALSE(Matches("((a*)*)*b", std::string(20000, 'a')));
  EXPECT_FALSE(Matches("(a|a|aa)+$", std::string(20000, 'a') + "b"));
}

}  // namespace
}  // namespace tdbg::capture
