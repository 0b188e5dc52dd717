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

TEST(LossLog, ForgetsAFileAndNothingElse) {
  LossLog log;
  log.Add("x", "a", 1, "x of a");
  log.Add("x", "b", 2, "x of b");
  log.Add("y", "a", 3, "y of a");
  log.Add("y", "b", 4, "y of b");
  log.RemoveFile("a");
  log.Add("y", "b", 5, "again");
  log.Add("x", "a", 6, "x of a, anew");
  const std::vector<Loss> losses = log.losses();  // by file, then by name
  ASSERT_EQ(losses.size(), 3u);
  EXPECT_EQ(losses[0].offset, 6);
  EXPECT_EQ(losses[1].text, "x of b");
  EXPECT_EQ(losses[2].count, 2);
}

TEST(LossLog, ForgetsWhatWasMadeGood) {
  LossLog log;
  log.Add("torn_record", "a", 10, "text");
  log.Add("damaged_record", "a", 10, "text");
  log.Remove("torn_record", "a");
  log.Remove("torn_record", "never there");
  ASSERT_EQ(log.losses().size(), 1u);
  EXPECT_EQ(log.losses()[0].name, "damaged_record");
}

TEST(LossLog, ManyFilesAreNoBurden) {
  LossLog log;
  constexpr int kFiles = 200'000;
  for (int i = 0; i < kFiles; ++i) log.Add("bad_file", std::to_string(i), 0, "text");
  for (int i = 0; i < kFiles; ++i) log.Add("bad_file", std::to_string(i), 0, "text");
  EXPECT_EQ(log.losses().size(), static_cast<size_t>(kFiles));
  EXPECT_EQ(log.losses().back().count, 2);
}

}  // namespace
}  // namespace tdbg::store
