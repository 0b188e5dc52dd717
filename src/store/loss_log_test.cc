#include "store/loss_log.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(LossLog, CountsUnderTheFirstPlaceAndText) {
  LossLog log;
  log.Add("torn_record", "a", 10, "first");
  log.Add("torn_record", "a", 20, "second", 2);
  log.Add("torn_record", "b", 5, "other");
  const auto losses = log.losses();
  ASSERT_EQ(losses.size(), 2u);
  EXPECT_EQ(losses[0].count, 3);
  EXPECT_EQ(losses[0].offset, 10);
  EXPECT_EQ(losses[0].text, "first");
}

TEST(LossLog, ForgetsAFileAndKeepsTheOthersApart) {
  LossLog log;
  log.Add("x", "a", 1, "x of a");
  log.Add("x", "b", 2, "x of b");
  log.Add("y", "a", 3, "y of a");
  log.Add("y", "b", 4, "y of b");
  log.RemoveFile("a");
  log.Add("y", "b", 5, "again");
  log.Add("x", "a", 6, "x of a, anew");
  const auto losses = log.losses();  // by file, then by name
  ASSERT_EQ(losses.size(), 3u);
  EXPECT_EQ(losses[0].offset, 6);
  EXPECT_EQ(losses[1].text, "x of b");
  EXPECT_EQ(losses[2].count, 2);
}

}  // namespace
}  // namespace tdbg::store
