#include "base/glyph.h"

#include <gtest/gtest.h>

#include "base/printable.h"

namespace tdbg {
namespace {

TEST(Glyph, WidthsOfTheKinds) {
  EXPECT_EQ(DisplayColumns("abc"), 3u);
  EXPECT_EQ(DisplayColumns("µ∇"), 2u);
  EXPECT_EQ(DisplayColumns("e\u0301"), 1u);  // combining acute accent
  EXPECT_EQ(DisplayColumns("漢字"), 4u);
  EXPECT_EQ(DisplayColumns("한"), 2u);
  EXPECT_EQ(DisplayColumns("🙂"), 2u);
}

TEST(Glyph, WhatNobodySeesIsSpelledOut) {
  EXPECT_EQ(Printable("a\u202eb\u2066\u061c"), "a\\u202eb\\u2066\\u061c");
  EXPECT_EQ(Printable("\u200b\u200d\u200f\ufeff\u00ad"), "\\u200b\\u200d\\u200f\\ufeff\\xad");
  EXPECT_EQ(Printable("\U000e0041\x1b\x7f\u0085\xff"), "\\U000e0041\\x1b\\x7f\\x85\\xff");
  EXPECT_EQ(Printable("漢字 e\u0301 −∞"), "漢字 e\u0301 −∞");
  EXPECT_EQ(DisplayColumns("a\u202e"), 2u);  // as kReplacement, where it is not spelled out
  EXPECT_EQ(Cleaned("a\u2066b"),
            "a\xef\xbf\xbd"
            "b");
}

TEST(Glyph, JsonSaysTheSameWithoutThem) {
  EXPECT_EQ(PrintableJson("{\"a\u202e\":\"\U000e0041\u0085\x7f\",\n\"é\":1}"),
            "{\"a\\u202e\":\"\\udb40\\udc41\\u0085\\u007f\",\n\"é\":1}");
}

TEST(Glyph, WhatIsNoTextIsOneColumn) {
  for (const std::string_view bytes : {"\x1b", "\x7f", "\xff", "\xc0", "\xc2\x85", "\xe2"}) {
    const Glyph glyph = FirstGlyph(bytes);
    EXPECT_FALSE(glyph.printable);
    EXPECT_EQ(glyph.columns, 1u);
    EXPECT_EQ(Shown(bytes, glyph), kReplacement);
  }
  EXPECT_FALSE(FirstGlyph("\xed\xa0\x80").printable);      // surrogate
  EXPECT_FALSE(FirstGlyph("\xf4\x90\x80\x80").printable);  // above the last character
  EXPECT_FALSE(FirstGlyph("\xc1\xbf").printable);          // too long a form
  EXPECT_EQ(Cleaned("a\tb\x1b[2J"), "a b\xef\xbf\xbd[2J");
}

TEST(Glyph, StopsKeepWhatCombinesTogether) {
  const std::string text = "ae\u0301漢z";
  EXPECT_EQ(NextStop(text, 0), 1u);
  EXPECT_EQ(NextStop(text, 1), 4u);
  EXPECT_EQ(NextStop(text, 4), 7u);
  EXPECT_EQ(NextStop(text, 8), 8u);
  EXPECT_EQ(PreviousStop(text, 8), 7u);
  EXPECT_EQ(PreviousStop(text, 7), 4u);
  EXPECT_EQ(PreviousStop(text, 4), 1u);
  EXPECT_EQ(PreviousStop(text, 0), 0u);
}

TEST(Glyph, OnlyBytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(ValidUtf8("a\t\x1b\xc3\xa9"), "a\t\x1b\xc3\xa9");
  EXPECT_EQ(ValidUtf8("caf\xe9 au\xc3"), "caf\xef\xbf\xbd au\xef\xbf\xbd");
  EXPECT_EQ(ValidUtf8(""), "");
}

}  // namespace
}  // namespace tdbg
