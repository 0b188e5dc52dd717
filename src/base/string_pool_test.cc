#include "base/string_pool.h"

#include <string>

#include <gtest/gtest.h>

namespace tdbg {
namespace {

TEST(StringPool, KeepsEachTextOnce) {
  StringPool pool;
  std::string text = "MatMul";
  const StringId id = pool.Intern(text);
  text = "Sqrt..";  // the pool has its own copy
  EXPECT_EQ(pool[id], "MatMul");
  EXPECT_EQ(pool.Intern("MatMul"), id);
  EXPECT_NE(pool.Intern("Matmul"), id);
  EXPECT_EQ(pool.size(), 2u);
}

TEST(StringPool, FindsWithoutAdding) {
  StringPool pool;
  EXPECT_FALSE(pool.Find("x").valid());
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_EQ(pool.Find("x"), StringId());
  const StringId id = pool.Intern("x");
  EXPECT_EQ(pool.Find("x"), id);
}

TEST(StringPool, TheEmptyTextIsATextAndAnInvalidIdIsNone) {
  StringPool pool;
  const StringId empty = pool.Intern("");
  EXPECT_TRUE(empty.valid());
  EXPECT_EQ(pool.Intern(std::string_view()), empty);
  EXPECT_EQ(pool[empty], "");
  EXPECT_EQ(pool[StringId()], "");
}

TEST(StringPool, ViewsSurviveGrowth) {
  StringPool pool;
  const std::string_view first = pool[pool.Intern("first")];
  const std::string large(200'000, 'x');  // larger than any block
  const StringId large_id = pool.Intern(large);
  for (int i = 0; i < 50'000; ++i) pool.Intern("name_" + std::to_string(i));
  EXPECT_EQ(first, "first");
  EXPECT_EQ(pool[large_id], large);
  EXPECT_EQ(pool[pool.Find("name_49999")], "name_49999");
}

TEST(StringPool, TextsMayHoldAnything) {
  StringPool pool;
  const std::string_view text("a\0b", 3);
  const StringId id = pool.Intern(text);
  EXPECT_EQ(pool.Find(text), id);
  EXPECT_FALSE(pool.Find("a").valid());
}

}  // namespace
}  // namespace tdbg
