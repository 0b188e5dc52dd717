#include "base/column.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/by_row.h"
#include "base/strong_id.h"

namespace tdbg {
namespace {

using RowId = StrongId<struct RowTag>;

TEST(Column, NeverMovesAnElement) {
  Column<RowId, std::string> column;
  EXPECT_TRUE(column.empty());
  const RowId first = column.Append("first");
  const std::string* const place = &column[first];
  constexpr size_t kRows = 100'000;
  for (size_t i = 1; i < kRows; ++i) {
    EXPECT_EQ(column.Append(std::to_string(i)), RowId(i));
  }
  EXPECT_EQ(column.size(), kRows);
  EXPECT_EQ(&column[first], place);
  EXPECT_EQ(*place, "first");
  for (const size_t i : {size_t{1}, size_t{16383}, size_t{16384}, kRows - 1}) {
    EXPECT_EQ(column[RowId(i)], std::to_string(i));
  }
}

TEST(Column, LargeRowsComeInSmallerBlocks) {
  struct Wide {
    int number = 0;
    char rest[100] = {};
  };
  Column<RowId, Wide> column;
  for (int i = 0; i < 1000; ++i) column.Append({i, {}});
  for (const RowId id : Ids<RowId>(column.size())) {
    EXPECT_EQ(column[id].number, static_cast<int>(id.index()));
  }
}

std::vector<size_t> IdsOf(const Column<RowId, std::string>& column, size_t first = 0) {
  std::vector<size_t> ids;
  for (const RowId id : column.ids(first)) ids.push_back(id.index());
  return ids;
}

TEST(Column, ForgetsRowsAndGivesTheirIdsToNobody) {
  Column<RowId, std::string> column;
  constexpr size_t kRows = 20'000;
  for (size_t i = 0; i < kRows; ++i) column.Append(std::to_string(i));
  const auto is_kept = [](RowId id) {
    const size_t i = id.index();
    return i == 3 || (i >= 9'000 && i < 9'003) || i == kRows - 1;
  };
  const auto kept = column.Where(is_kept);
  EXPECT_EQ(kept, (std::vector<RowRange>{{3, 4}, {9'000, 9'003}, {kRows - 1, kRows}}));
  column.Keep(kept);
  EXPECT_EQ(IdsOf(column), (std::vector<size_t>{3, 9'000, 9'001, 9'002, kRows - 1}));
  EXPECT_EQ(IdsOf(column, 9'001), (std::vector<size_t>{9'001, 9'002, kRows - 1}));
  EXPECT_EQ(IdsOf(column, 5), (std::vector<size_t>{9'000, 9'001, 9'002, kRows - 1}));
  EXPECT_EQ(column.size(), 5u);
  EXPECT_EQ(column.end_index(), kRows);
  for (const size_t i : {0, 2, 4, 8'999, 9'003}) EXPECT_FALSE(column.Has(RowId(i))) << i;
  for (const RowId id : column.ids()) {
    EXPECT_TRUE(column.Has(id));
    EXPECT_EQ(column[id], std::to_string(id.index()));
  }

  EXPECT_EQ(column.Append("next"), RowId(kRows));
  EXPECT_EQ(column[RowId(kRows)], "next");
  EXPECT_EQ(IdsOf(column, 9'003), (std::vector<size_t>{kRows - 1, kRows}));
  column.Keep({});
  EXPECT_TRUE(column.empty());
  EXPECT_TRUE(IdsOf(column).empty());
  for (size_t i = 1; i <= 300; ++i) EXPECT_EQ(column.Append("again"), RowId(kRows + i));
  EXPECT_EQ(column.size(), 300u);
  EXPECT_EQ(IdsOf(column).front(), kRows + 1);
}

TEST(ByRow, CostsNothingForRowsOfWhichNothingWasNoted) {
  ByRow<RowId, int> notes;
  notes[RowId(4'000'000'000)] = 7;
  notes[RowId(5)] = 1;
  const auto& noted = notes;
  EXPECT_EQ(noted[RowId(4'000'000'000)], 7);
  EXPECT_EQ(noted[RowId(5)], 1);
  EXPECT_EQ(noted[RowId(100'000)], 0);
  const std::vector<RowRange> kept = {{4'000'000'000, 4'000'000'001}};
  notes.Keep(kept);
  EXPECT_EQ(noted[RowId(5)], 0);
  EXPECT_EQ(noted[RowId(4'000'000'000)], 7);
}

TEST(Ids, CountFromWhereTheyAreTold) {
  std::vector<RowId> ids;
  for (const RowId id : Ids<RowId>(5, 3)) ids.push_back(id);
  EXPECT_EQ(ids, (std::vector<RowId>{RowId(3), RowId(4)}));
  for (const RowId id : Ids<RowId>(0)) FAIL() << id.index();
}

TEST(StrongId, IsInvalidUntilSet) {
  EXPECT_FALSE(RowId().valid());
  EXPECT_TRUE(RowId(0).valid());
  EXPECT_LT(RowId(1), RowId(2));
}

}  // namespace
}  // namespace tdbg
