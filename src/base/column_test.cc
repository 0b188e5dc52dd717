#include "base/column.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

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
