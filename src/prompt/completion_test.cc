#include "prompt/completion.h"

#include <gtest/gtest.h>

#include "prompt/ansi.h"

namespace tdbg::prompt {
namespace {

using Rows = std::vector<std::string>;

std::vector<view::Candidate> Texts(std::initializer_list<std::string> texts) {
  std::vector<view::Candidate> candidates;
  for (const std::string& text : texts) candidates.push_back({text, ""});
  return candidates;
}

TEST(Completion, CommonPrefix) {
  EXPECT_EQ(CommonPrefix({}), "");
  EXPECT_EQ(CommonPrefix(Texts({"list"})), "list");
  EXPECT_EQ(CommonPrefix(Texts({"list_inputs", "list_outputs"})), "list_");
  EXPECT_EQ(CommonPrefix(Texts({"a", "b"})), "");
  EXPECT_EQ(CommonPrefix(Texts({"xä", "xö"})), "x");  // they share a byte, but no character
}

TEST(Completion, ColumnsReadDownwards) {
  EXPECT_EQ(ListRows(Texts({"a", "b", "cc", "d", "e"}), {10, 4}, {}, false),
            (Rows{"a   cc  e ", "b   d "}));
}

TEST(Completion, DescriptionsWhereTheyFit) {
  const std::vector<view::Candidate> candidates = {{"lt", "list tensors"}, {"ni", ""}};
  EXPECT_EQ(ListRows(candidates, {40, 4}, {}, false), (Rows{"lt  list tensors", "ni  "}));
  EXPECT_EQ(ListRows(candidates, {10, 4}, {}, false), (Rows{"lt  list t", "ni  "}));
  EXPECT_EQ(ListRows(candidates, {40, 1}, {}, false), (Rows{"lt  ni"}));
}

TEST(Completion, TheRestIsCounted) {
  std::vector<view::Candidate> candidates;
  for (int i = 10; i < 90; ++i) candidates.push_back({"t" + std::to_string(i), ""});
  const Rows rows = ListRows(candidates, {18, 3}, {}, false);
  EXPECT_EQ(rows, (Rows{"t10  t12  t14  t16", "t11  t13  t15  t17", "… 72 more"}));
  EXPECT_EQ(ListRows(candidates, {18, 1}, {}, false), (Rows{"… 80"}));
  EXPECT_TRUE(ListRows(candidates, {18, 0}, {}, false).empty());
}

TEST(Completion, TheChosenOneIsShown) {
  std::vector<view::Candidate> candidates;
  for (int i = 10; i < 90; ++i) candidates.push_back({"t" + std::to_string(i), ""});
  const Rows rows = ListRows(candidates, {18, 3}, 9, false);
  EXPECT_EQ(rows[1].find("t19"), rows[1].find("\033[7m") + 4);
  EXPECT_EQ(WithoutEscapes(rows[0]), "t18  t20  t22  t24");
}

TEST(Completion, WiderThanTheScreen) {
  EXPECT_EQ(ListRows(Texts({"a_very_long_name", "b"}), {6, 3}, {}, false),
            (Rows{"a_very", "b     "}));
}

}  // namespace
}  // namespace tdbg::prompt
