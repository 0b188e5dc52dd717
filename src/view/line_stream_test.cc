#include "view/line_stream.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

TEST(LineStreamTest, ColumnsStandUnderTheirHeadings) {
  Document document = Document::Of("two rows");
  document.Show(FixedTable("t",
                           {{"name", "name"},
                            {"count", "count", Column::Side::kRight},
                            {"secret", "", Column::Side::kNowhere}},
                           {{TextCell("a"), NumberCell(1), TextCell("x")},
                            {TextCell("longer"), NumberCell(20), TextCell("y")}}));
  EXPECT_EQ(PlainText(document),
            "two rows\n"
            "name    count\n"
            "a           1\n"
            "longer     20\n");
}

TEST(LineStreamTest, TheMarkedRowHasASign) {
  Document document;
  Table table = FixedTable("t", {{"name", "name"}}, {{TextCell("a")}, {TextCell("b")}});
  table.marked_row = 1;
  document.Show(std::move(table));
  EXPECT_EQ(PlainText(document), "  name\n  a\n▶ b\n");
}

// Only what is shown is made: a million rows would take a while otherwise.
TEST(LineStreamTest, RowsAreMadeWhenTheyAreShown) {
  size_t made = 0;
  Table table{"t", {{"n", "n"}}, 1'000'000, [&](size_t i) {
                ++made;
                return std::vector<Cell>{NumberCell(static_cast<int64_t>(i))};
              }};
  Document document;
  document.Show(std::move(table));
  LineStream lines(document);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(lines.Next().has_value());
  EXPECT_LE(made, 1000u);
}

TEST(LineStreamTest, NothingRecordedDrivesTheTerminal) {
  Document document;
  document.Say("evil \x1b[2J name");
  document.Show(FixedTable("t", {{"n", ""}}, {{TextCell("\x1b]0;x\x07")}}));
  EXPECT_EQ(PlainText(document), "evil \\x1b[2J name\n\\x1b]0;x\\x07\n");
}

TEST(LineStreamTest, ATableForProgramsOnlyTakesNoLine) {
  Document document;
  document.Show(FixedTable("t", {{"n", "", Column::Side::kNowhere}}, {{NumberCell(1)}}));
  document.Say("after");
  EXPECT_EQ(PlainText(document), "after\n");
}

}  // namespace
}  // namespace tdbg::view
