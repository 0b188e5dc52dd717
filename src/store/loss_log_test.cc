#include "store/loss_log.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(LossLog, CountsUnderTheFirstPlaceAndText) {
  LossLog log;
  log.Add("torn_record", "a", 10, "first");
  log.Add("torn_record", "a", 20, "second", 2);
  log.Add("torn_record", "b", 5, "other");
  ASSERT_EQ(log.losses().size(), 2u);
  EXPECT_EQ(log.losses()[0].count, 3);
  EXPECT_EQ(log.losses()[0].offset, 10);
  EXPECT_EQ(log.losses()[0].text, "first");
}

// Every removal moves the others: what is added afterwards must still find its own entry.
TEST(LossLog, ForgetsAFileAndKeepsTheOthersApart) {
  LossLog log;
  log.Add("x", "a", 1, "x of a");
  log.Add("x", "b", 2, "x of b");
  log.Add("y", "a", 3, "y of a");
  log.Add("y", "b", 4, "y of b");
  log.RemoveFile("a");
  log.Add("y", "b", 5, "again");
  log.Add("x", "a", 6, "x of a, anew");
  ASSERT_EQ(log.losses().size(), 3u);
  EXPECT_EQ(log.losses()[0].text, "x of b");
  EXPECT_EQ(log.losses()[1].count, 2);
  EXPECT_EQ(log.losses()[2].offset, 6);
}

}  // namespace
}  // namespace tdbg::store
