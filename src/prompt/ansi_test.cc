#include "prompt/ansi.h"

#include <gtest/gtest.h>

namespace tdbg::prompt {
namespace {

using Rows = std::vector<std::string>;

TEST(Ansi, StylesOnlyWhereAskedFor) {
  view::Line line;
  line.segments = {{"a ", view::Style::kPlain, ""},
                   {"nan", view::Style::kNan, ""},
                   {"x", view::Style::kPlain, "pt x"}};
  EXPECT_EQ(Rendered(line, false), "a nanx");
  EXPECT_EQ(Rendered(line, true), "a \033[35mnan\033[0m\033[4mx\033[0m");
}

TEST(Ansi, EscapeSequences) {
  EXPECT_EQ(EscapeLength("\033[1;31mx"), 7u);
  EXPECT_EQ(EscapeLength("\033["), 0u);
  EXPECT_EQ(EscapeLength("\033[1\n"), 0u);
  EXPECT_EQ(EscapeLength("x\033[1m"), 0u);
  EXPECT_EQ(WithoutEscapes("a\033[1mb\033[0mc"), "abc");
}

TEST(Ansi, WrapsPlainLines) {
  EXPECT_EQ(Wrapped("", 5), (Rows{""}));
  EXPECT_EQ(Wrapped("abcde", 5), (Rows{"abcde"}));
  EXPECT_EQ(Wrapped("abcdef", 5), (Rows{"abcde", "f"}));
  EXPECT_EQ(Wrapped("a漢字b", 4), (Rows{"a漢", "字b"}));
  EXPECT_EQ(Wrapped("abce\u0301", 4), (Rows{"abce\u0301"}));
  EXPECT_EQ(Wrapped("漢漢", 1), (Rows{"漢", "漢"}));
}

TEST(Ansi, ColoursGoOnInTheNextRow) {
  EXPECT_EQ(Wrapped("ab\033[31mcdef\033[0mg", 4),
            (Rows{"ab\033[31mcd\033[0m", "\033[31mef\033[0mg\033[0m"}));
}

TEST(Ansi, Cuts) {
  EXPECT_EQ(Cut("abcdef", 2, 3), "cde");
  EXPECT_EQ(Cut("abc", 5, 3), "");
  EXPECT_EQ(Cut("a漢b", 2, 5), " b");
  EXPECT_EQ(Cut("a漢b", 0, 2), "a ");
  EXPECT_EQ(Cut("\033[31mabc\033[0md", 1, 9), "\033[31mbc\033[0md\033[0m");
}

TEST(Ansi, Marks) {
  EXPECT_EQ(Marked("abcabc", {{0, 1}, {3, 5}}), "\033[7ma\033[27mbc\033[7mab\033[27mc");
  EXPECT_EQ(Marked("ab\033[0mcd", {{1, 3}}), "a\033[7mb\033[0m\033[7mc\033[27md");
  EXPECT_EQ(Marked("abc", {{1, 3}}), "a\033[7mbc\033[27m");
  EXPECT_EQ(Marked("abc", {{1, 1}}), "abc");
  EXPECT_EQ(Marked("abc", {}), "abc");
}

}  // namespace
}  // namespace tdbg::prompt
