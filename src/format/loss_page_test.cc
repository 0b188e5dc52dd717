#include "format/loss_page.h"

#include <string>

#include <gtest/gtest.h>

namespace tdbg::format {
namespace {

TEST(LossPage, ComesBackAsItWas) {
  LossPage page = EmptyLossPage("a job");
  page.state = static_cast<uint8_t>(RecorderState::kEndedEarly);
  SetField(page.why, "the disk is full");
  page.entries[0].count = 3;
  SetField(page.entries[0].name, std::string(200, 'x'));
  page.entry_count = 1;
  SealLossPage(page);
  const auto read = ReadLossPage(std::as_bytes(std::span(&page, 1)));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(FieldText(read->job), "a job");
  EXPECT_EQ(FieldText(read->why), "the disk is full");
  EXPECT_EQ(read->entries[0].count, 3u);
  EXPECT_EQ(FieldText(read->entries[0].name), std::string(87, 'x')) << "cut to its field";
}

TEST(LossPage, EveryFlippedByteIsSeen) {
  LossPage page = EmptyLossPage("a job");
  for (size_t i = 0; i < sizeof page; ++i) {
    reinterpret_cast<char*>(&page)[i] ^= 1;
    EXPECT_FALSE(ReadLossPage(std::as_bytes(std::span(&page, 1))).has_value()) << i;
    reinterpret_cast<char*>(&page)[i] ^= 1;
  }
  EXPECT_TRUE(ReadLossPage(std::as_bytes(std::span(&page, 1))).has_value());
}

TEST(LossPage, IsAsLongAsItIs) {
  const LossPage page = EmptyLossPage("");
  const auto bytes = std::as_bytes(std::span(&page, 1));
  for (const size_t size : {0, 1, 24, 4095}) {
    EXPECT_FALSE(ReadLossPage(bytes.first(size)).has_value()) << size;
  }
}

TEST(LossPage, NumbersBeyondTheFormatAreRefused) {
  LossPage page = EmptyLossPage("");
  page.entry_count = LossPage::kEntries + 1;
  SealLossPage(page);
  EXPECT_FALSE(ReadLossPage(std::as_bytes(std::span(&page, 1))).has_value());
  page = EmptyLossPage("");
  page.state = 4;
  SealLossPage(page);
  EXPECT_FALSE(ReadLossPage(std::as_bytes(std::span(&page, 1))).has_value());
}

}  // namespace
}  // namespace tdbg::format
