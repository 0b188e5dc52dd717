#include "prompt/pager_model.h"

#include <gtest/gtest.h>

namespace tdbg::prompt {
namespace {

using Rows = std::vector<std::string>;

// Lines "line 1" … "line N", and how many were asked for.
struct Numbered {
  size_t last;
  size_t pulled = 0;

  TextLines Source() {
    return [this]() -> std::optional<std::string> {
      if (pulled == last) return std::nullopt;
      return "line " + std::to_string(++pulled);
    };
  }
};

TextLines SourceOf(Rows lines) {
  return [lines = std::move(lines), next = size_t{0}]() mutable -> std::optional<std::string> {
    if (next == lines.size()) return std::nullopt;
    return lines[next++];
  };
}

bool Always(size_t) { return true; }

void Press(PagerModel& pager, std::string_view bytes) {
  KeyDecoder decoder;
  for (const char byte : bytes) {
    const auto key = decoder.Take(byte);
    EXPECT_TRUE(!key || pager.Handle(*key) == PagerModel::Outcome::kStay);
  }
}

std::string Status(PagerModel& pager) { return WithoutEscapes(pager.StatusRow()); }

constexpr ScreenSize kThreeRows{40, 4};  // three rows of text

TEST(PagerModel, WhatFitsIsNotPaged) {
  Numbered three{3}, four{4};
  EXPECT_TRUE(PagerModel(three.Source(), kThreeRows, Always).FitsOneScreen());
  EXPECT_FALSE(PagerModel(four.Source(), kThreeRows, Always).FitsOneScreen());
  EXPECT_TRUE(PagerModel(SourceOf({std::string(121, 'x')}), kThreeRows, Always).FitsOneScreen());
}

TEST(PagerModel, PullsWhatIsLookedAt) {
  Numbered million{1'000'000};
  PagerModel pager(million.Source(), kThreeRows, Always);
  EXPECT_FALSE(pager.FitsOneScreen());
  EXPECT_EQ(pager.Rows(), (Rows{"line 1", "line 2", "line 3"}));
  EXPECT_LE(million.pulled, 4u);
  Press(pager, " ");
  EXPECT_EQ(pager.Rows(), (Rows{"line 4", "line 5", "line 6"}));
  EXPECT_TRUE(Status(pager).starts_with(" lines 4–6 |"));
  EXPECT_LE(million.pulled, 7u);
}

TEST(PagerModel, Moves) {
  Numbered ten{10};
  PagerModel pager(ten.Source(), kThreeRows, Always);
  Press(pager, "jj\r");
  EXPECT_EQ(pager.Rows()[0], "line 4");
  Press(pager, "k\x1b[A");
  EXPECT_EQ(pager.Rows()[0], "line 2");
  Press(pager, "ff\x1b[6~");
  EXPECT_EQ(pager.Rows(), (Rows{"line 8", "line 9", "line 10"}));
  EXPECT_TRUE(Status(pager).starts_with(" lines 8–10 of 10, the end |"));
  Press(pager, "j\x1b[B ");
  EXPECT_EQ(pager.Rows()[0], "line 8");
  Press(pager, "b");
  EXPECT_EQ(pager.Rows()[0], "line 5");
  Press(pager, "g");
  EXPECT_EQ(pager.Rows()[0], "line 1");
  Press(pager, "b");
  EXPECT_EQ(pager.Rows()[0], "line 1");
  Press(pager, "G");
  EXPECT_EQ(pager.Rows()[0], "line 8");
  EXPECT_EQ(pager.Handle({KeyCode::kText, "q"}), PagerModel::Outcome::kLeave);
  EXPECT_EQ(pager.Handle({KeyCode::kText, "x"}), PagerModel::Outcome::kNotMine);
}

TEST(PagerModel, GoingToTheEndCanBeStopped) {
  Numbered million{1'000'000};
  PagerModel pager(million.Source(), kThreeRows, [](size_t lines) { return lines < 5000; });
  Press(pager, "G");
  EXPECT_EQ(million.pulled, 5000u);
  EXPECT_EQ(pager.Rows()[2], "line 5000");
  EXPECT_NE(Status(pager).find("interrupted"), std::string::npos);
}

TEST(PagerModel, WrapsAndCuts) {
  PagerModel pager(SourceOf({"abcdefgh", "12345", "x", "y", "z"}), {4, 4}, Always);
  EXPECT_EQ(pager.Rows(), (Rows{"abcd", "1234", "x"}));
  Press(pager, "w");
  EXPECT_EQ(pager.Rows(), (Rows{"abcd", "efgh", "1234"}));
  Press(pager, "j");
  EXPECT_EQ(pager.Rows(), (Rows{"efgh", "1234", "5"}));
  Press(pager, "w");
  EXPECT_EQ(pager.Rows(), (Rows{"abcd", "1234", "x"}));
  Press(pager, "\x1b[C");
  EXPECT_EQ(pager.Rows(), (Rows{"cdef", "345", ""}));
  Press(pager, "\x1b[C\x1b[C\x1b[C");
  EXPECT_EQ(pager.Rows()[0], "gh");
  Press(pager, "\x1b[D");
  EXPECT_EQ(pager.Rows()[0], "efgh");
  pager.Resize({8, 3});
  EXPECT_EQ(pager.Rows().size(), 2u);
}

TEST(PagerModel, Searches) {
  Numbered hundred{100};
  PagerModel pager(hundred.Source(), kThreeRows, Always);
  Press(pager, "/[25]0");
  EXPECT_EQ(pager.StatusRow(), "/[25]0");
  Press(pager, "\r");
  EXPECT_EQ(pager.Rows()[0], "line \033[7m20\033[27m\033[0m");
  EXPECT_LT(hundred.pulled, 30u);
  Press(pager, "n");
  EXPECT_EQ(WithoutEscapes(pager.Rows()[0]), "line 50");
  Press(pager, "n");
  EXPECT_NE(Status(pager).find("no more below of [25]0"), std::string::npos);
  Press(pager, "N");
  EXPECT_EQ(WithoutEscapes(pager.Rows()[0]), "line 20");
  Press(pager, "/100\r");  // in the last screen
  EXPECT_EQ(WithoutEscapes(pager.Rows()[2]), "line 100");
}

TEST(PagerModel, WhatIsNoRegularExpressionIsSaid) {
  Numbered ten{10};
  PagerModel pager(ten.Source(), kThreeRows, Always);
  pager.Resize({120, 4});
  Press(pager, "n");
  EXPECT_NE(Status(pager).find("nothing was searched for yet"), std::string::npos);
  Press(pager, "/(\r");
  EXPECT_NE(Status(pager).find("no regular expression"), std::string::npos);
  Press(pager, "/ab\x7f\x7f\x7f");
  EXPECT_TRUE(Status(pager).starts_with(" lines"));
}

TEST(PagerModel, SearchesLinesThatAreColoured) {
  PagerModel pager(SourceOf({"a", "\033[31mn\033[0man", "b", "c"}), kThreeRows, Always);
  Press(pager, "/nan\r");
  EXPECT_EQ(pager.Rows()[0], "\033[31m\033[7mn\033[0m\033[7man\033[27m\033[0m");
}

}  // namespace
}  // namespace tdbg::prompt
