#include "expr/underline.h"

#include <gtest/gtest.h>

namespace tdbg::expr {
namespace {

TEST(Underlined, PutsTheCaretUnderTheRange) {
  EXPECT_EQ(Underlined("bad", "a + bcd", 4, 7), "bad\n  a + bcd\n      ^~~");
  EXPECT_EQ(Underlined("bad", "a", 0, 1), "bad\n  a\n  ^");
}

TEST(Underlined, AnEmptyRangeIsOneCaret) {
  EXPECT_EQ(Underlined("ends", "1 +", 3, 3), "ends\n  1 +\n     ^");
  EXPECT_EQ(Underlined("empty", "", 0, 0), "empty\n  \n  ^");
}

TEST(Underlined, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(Underlined("bad", "\x1b+x", 2, 3), "bad\n  \\x1b+x\n       ^");
  EXPECT_EQ(Underlined("bad", "\n", 0, 1), "bad\n  \\x0a\n  ^~~~");
  EXPECT_EQ(Underlined("bad",
                       "\xff"
                       "a",
                       1, 2),
            "bad\n  \\xffa\n      ^");
}

TEST(Underlined, CountsCharactersNotBytes) {
  EXPECT_EQ(Underlined("bad", "\xc3\xa9\xe2\x82\xac+x", 6, 7),
            "bad\n  \xc3\xa9\xe2\x82\xac+x\n     ^");
}

TEST(Underlined, ShowsAWindowOfALongText) {
  const std::string text = std::string(5000, 'a') + "?" + std::string(5000, 'b');
  const std::string shown = Underlined("bad", text, 5000, 5001);
  EXPECT_LT(shown.size(), 400u);
  const size_t line = shown.find('\n') + 1;
  const size_t mark = shown.find('\n', line) + 1;
  EXPECT_EQ(shown[line + (shown.find('^') - mark)], '?');
  EXPECT_EQ(shown.substr(line, 5), "  ...");
  EXPECT_EQ(shown.substr(mark - 4, 3), "...");
}

TEST(Underlined, RangesOutsideTheTextDoNoHarm) {
  EXPECT_EQ(Underlined("bad", "ab", 7, 3), "bad\n  ab\n    ^");
}

TEST(Underline, LeavesAnUnderlinedErrorAlone) {
  const Status once = Underline(NotFound("gone"), "abc", {1, 2});
  EXPECT_EQ(once.code(), StatusCode::kNotFound);
  EXPECT_EQ(once.message(), "gone\n  abc\n   ^");
  EXPECT_EQ(Underline(once, "xyz", {0, 1}).message(), once.message());
}

}  // namespace
}  // namespace tdbg::expr
