#include "store/loss_log.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(LossLog, CountsByNameAndFile) {
  LossLog log;
  log.Add("torn_record", "a", 10, "first");
  log.Add("torn_record", "b", 20, "other file");
  log.Add("torn_record", "a", 30, "second", 4);
  ASSERT_EQ(log.losses().size(), 2u);
  const Loss& loss = log.losses()[0];
  EXPECT_EQ(loss.count, 5);
  EXPECT_EQ(loss.offset, 10);  // offset and text are those of the first
  EXPECT_EQ(loss.text, "first");
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
