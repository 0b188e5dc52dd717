#include "importers/native/by_number.h"

#include <array>

#include <gtest/gtest.h>

namespace tdbg::importers::native {
namespace {

TEST(ByNumber, FindsWhatWasAskedFor) {
  ByNumber<int> table;
  for (const uint32_t number : {1u, 2u, 4'000'000'000u, 3u, 900u, UINT32_MAX}) {
    table[number] = static_cast<int>(number % 1000);
  }
  for (const uint32_t number : {1u, 2u, 3u, 900u, 4'000'000'000u, UINT32_MAX}) {
    ASSERT_NE(table.Find(number), nullptr);
    EXPECT_EQ(*table.Find(number), static_cast<int>(number % 1000));
  }
}

// Each number is about twice the one before: an array of them would take gigabytes.
TEST(ByNumber, FewNumbersTakeLittleMemory) {
  ByNumber<std::array<char, 1 << 10>> table;
  for (uint32_t number = 1000; number < (uint32_t{1} << 31); number = 2 * number + 1000) {
    table[number][0] = 'x';
  }
  size_t entries = 0;
  table.ForEachFrom(0, [&](uint32_t, const auto&) { ++entries; });
  EXPECT_LT(entries, 2000u);
}

}  // namespace
}  // namespace tdbg::importers::native
