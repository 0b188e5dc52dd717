#include "view/arguments.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

const std::vector<Flag> kFlags = {
    {"-c", "--control", "", ""},
    {"-r", "--recursive", "", ""},
    {"-d", "--depth", "N", ""},
    {"-fenn", "--filter_exclude_node_names", "REGEX", ""},
};

Result<Arguments> Parse(std::string_view text, Positional::Count count) {
  const auto line = ParseCommandLine(text);
  EXPECT_TRUE(line.ok());
  return Arguments::Parse("li", kFlags, {"a node", count}, *line);
}

Arguments Parsed(std::string_view text, Positional::Count count = Positional::Count::kOne) {
  auto arguments = Parse(text, count);
  EXPECT_TRUE(arguments.ok()) << text << ": " << arguments.status().message();
  return arguments.ok() ? *std::move(arguments) : Arguments();
}

std::string Mistake(std::string_view text, Positional::Count count = Positional::Count::kOne) {
  const auto arguments = Parse(text, count);
  EXPECT_FALSE(arguments.ok()) << text;
  return arguments.status().message();
}

TEST(ArgumentsTest, FlagsStandAnywhere) {
  const Arguments arguments = Parsed("li -c node -d 3");
  EXPECT_TRUE(arguments.Has("--control"));
  EXPECT_FALSE(arguments.Has("--recursive"));
  EXPECT_EQ(*arguments.Number("--depth"), 3);
  EXPECT_EQ(arguments.text(), "node");
}

TEST(ArgumentsTest, EverySpelling) {
  EXPECT_TRUE(Parsed("li -cr n").Has("--recursive"));
  EXPECT_EQ(*Parsed("li -d3 n").Number("--depth"), 3);
  EXPECT_EQ(*Parsed("li --depth=3 n").Number("--depth"), 3);
  EXPECT_EQ(*Parsed("li --dep 3 n").Number("--depth"), 3);
  EXPECT_EQ(*Parsed("li -d -3 n").Number("--depth"), -3);
  EXPECT_EQ(Parsed("li -fenn ^a n").Value("--filter_exclude_node_names"), "^a");
  EXPECT_EQ(Parsed("li --filter-exclude-node-names ^a n").Value("--filter_exclude_node_names"),
            "^a");
}

TEST(ArgumentsTest, QuotedWordsAndNumbersAreNoFlags) {
  EXPECT_EQ(Parsed("li '-c'").text(), "-c");
  EXPECT_EQ(Parsed("li -1").text(), "-1");
  EXPECT_EQ(Parsed("li -`x:0`").text(), "-`x:0`");
  EXPECT_EQ(Parsed("li -- -c").text(), "-c");
}

TEST(ArgumentsTest, TheRestIsAsTyped) {
  EXPECT_EQ(Parsed("li a  +  'b c'", Positional::Count::kRest).text(), "a  +  'b c'");
}

TEST(ArgumentsTest, MistakesSayWhatIsAccepted) {
  EXPECT_EQ(Mistake("li -z n"), "li: there is no flag -z; its flags are -c -r -d -fenn");
  EXPECT_EQ(Mistake("li --recursvie n"),
            "li: there is no flag --recursvie; its flags are -c -r -d -fenn; did you mean "
            "--recursive?");
  EXPECT_EQ(Mistake("li n -d"), "li: -d needs a value: N");
  EXPECT_EQ(Mistake("li"), "li: needs a node");
  EXPECT_EQ(Mistake("li a b"), "li: takes one argument (a node), but got 'b' as well");
  EXPECT_EQ(Mistake("li --control=1 n"), "li: --control takes no value");
  EXPECT_EQ(Mistake("li n", Positional::Count::kNone), "li: takes no argument, but got 'n'");
  EXPECT_FALSE(Parsed("li -d x n").Number("--depth").ok());
}

}  // namespace
}  // namespace tdbg::view
