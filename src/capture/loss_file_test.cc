#include "capture/loss_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "capture/losses.h"

namespace tdbg::capture {
namespace {

using format::LossPage;
using format::RecorderState;

std::optional<LossPage> PageAt(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return format::ReadLossPage(std::as_bytes(std::span(bytes)));
}

class LossFileTest : public testing::Test {
 protected:
  LossFileTest() {
    const LossPage page = format::EmptyLossPage("job");
    auto file = LossFile::Create(path_, page);
    EXPECT_TRUE(file.ok());
    if (file.ok()) losses_.WriteTo(*file, page);
  }

  LossPage page() const { return PageAt(path_).value_or(LossPage{}); }

  const ScratchDirectory scratch_;
  const std::string path_ = scratch_.PathOf("losses.tdbg");
  Losses losses_;
};

TEST_F(LossFileTest, EachNameStandsThereAtOnce) {
  losses_.Count(Loss::kRecord);
  losses_.Count("adapter's own", 1, true);
  ASSERT_EQ(page().entry_count, 2u);
  EXPECT_EQ(format::FieldText(page().entries[0].name), "capture_lost_record");
  EXPECT_EQ(page().entries[0].flags, format::LossPageEntry::kHidesBirths);
  EXPECT_EQ(format::FieldText(page().entries[1].name), "adapter's own");
  EXPECT_EQ(page().entries[1].flags, format::LossPageEntry::kHidesBirths);
  losses_.Count(Loss::kRecord, 9);
  losses_.Count("adapter's own", 4, false);
  losses_.Publish();
  EXPECT_EQ(page().entries[0].count, 10u);
  EXPECT_EQ(page().entries[1].count, 5u);
  EXPECT_EQ(losses_.total(), 15u);
}

TEST_F(LossFileTest, TheFirstReasonStays) {
  losses_.Recording();
  EXPECT_EQ(page().state, static_cast<uint8_t>(RecorderState::kRecording));
  losses_.EndedEarly("the disk is full");
  losses_.EndedEarly("something else");
  losses_.Stopped();
  EXPECT_EQ(page().state, static_cast<uint8_t>(RecorderState::kEndedEarly));
  EXPECT_EQ(format::FieldText(page().why), "the disk is full");
}

TEST_F(LossFileTest, ManyNamesShareOne) {
  for (int i = 0; i < 100; ++i) losses_.Count("name " + std::to_string(i), 1, false);
  losses_.Publish();
  const LossPage all = page();
  uint64_t total = 0;
  for (uint32_t i = 0; i < all.entry_count; ++i) total += all.entries[i].count;
  EXPECT_EQ(total, 100u);
  EXPECT_EQ(format::FieldText(all.entries[all.entry_count - 1].name), "capture_other");
  for (size_t i = 0; i < kRecorderLosses; ++i) losses_.Count(static_cast<Loss>(i));
  losses_.Publish();
  EXPECT_EQ(page().entry_count, LossPage::kEntries);
}

TEST_F(LossFileTest, SomebodyCutsTheFile) {
  ASSERT_EQ(truncate(path_.c_str(), 0), 0);
  losses_.Count(Loss::kRecord);
  losses_.EndedEarly("no signal has come");
  EXPECT_EQ(losses_.total(), 1u);
}

TEST(LossFile, NoPlaceForIt) {
  EXPECT_FALSE(LossFile::Create("/dev/null/losses.tdbg", format::EmptyLossPage("")).ok());
}

}  // namespace
}  // namespace tdbg::capture
