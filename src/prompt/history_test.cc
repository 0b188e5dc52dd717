#include "prompt/history.h"

#include <gtest/gtest.h>

namespace tdbg::prompt {
namespace {

History HistoryOf(std::initializer_list<std::string_view> lines) {
  History history;
  for (const std::string_view line : lines) history.Add(line);
  return history;
}

TEST(History, KeepsWhatIsWorthKeeping) {
  const History history = HistoryOf({"lt", "lt", "", " secret", "\tx", "pt a", "lt"});
  ASSERT_EQ(history.lines().size(), 3u);
  EXPECT_EQ(history.lines()[0], "lt");
  EXPECT_EQ(history.lines()[1], "pt a");
  EXPECT_EQ(history.lines()[2], "lt");
}

TEST(History, ForgetsTheOldest) {
  History history;
  for (size_t i = 0; i < History::kMost + 5; ++i) history.Add("line " + std::to_string(i));
  EXPECT_EQ(history.lines().size(), History::kMost);
  EXPECT_EQ(history.lines().front(), "line 5");
  EXPECT_EQ(history.lines().back(), "line " + std::to_string(History::kMost + 4));
}

TEST(History, ByPrefix) {
  const History history = HistoryOf({"pt a", "lt", "pt b", "ri"});
  EXPECT_EQ(history.OlderWithPrefix(4, "pt", ""), 2u);
  EXPECT_EQ(history.OlderWithPrefix(4, "pt", "pt b"), 0u);
  EXPECT_EQ(history.OlderWithPrefix(2, "pt", ""), 0u);
  EXPECT_EQ(history.OlderWithPrefix(0, "pt", ""), std::nullopt);
  EXPECT_EQ(history.NewerWithPrefix(0, "pt", ""), 2u);
  EXPECT_EQ(history.NewerWithPrefix(2, "pt", ""), std::nullopt);
  EXPECT_EQ(history.OlderWithPrefix(4, "", ""), 3u);
}

TEST(History, ByContent) {
  const History history = HistoryOf({"pt loss", "lt", "ni loss"});
  EXPECT_EQ(history.OlderWith(3, "loss"), 2u);
  EXPECT_EQ(history.OlderWith(1, "loss"), 0u);
  EXPECT_EQ(history.OlderWith(3, "xyz"), std::nullopt);
  EXPECT_EQ(history.NewerWith(1, "loss"), 2u);
  EXPECT_EQ(history.NewerWith(3, "loss"), std::nullopt);
}

}  // namespace
}  // namespace tdbg::prompt
