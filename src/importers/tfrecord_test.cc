#include "importers/tfrecord.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/tfrecord_frame.h"

namespace tdbg::importers {
namespace {

using Next = TfRecordReader::Next;

TEST(TfRecord, ReadsRecordsUpToTheEnd) {
  const std::string bytes = TfRecordFrame("one") + TfRecordFrame("") + TfRecordFrame("three");
  TfRecordReader reader(bytes);
  std::vector<std::string> records;
  while (reader.Advance() == Next::kRecord) records.emplace_back(reader.data());
  EXPECT_EQ(records, (std::vector<std::string>{"one", "", "three"}));
  EXPECT_EQ(reader.Advance(), Next::kEnd);
  EXPECT_EQ(reader.next_offset(), bytes.size());
}

TEST(TfRecord, RealMetadataFile) {
  const std::string data(
      "\x09\x59\xdc\x55\xea\x5b\xbe\xda\x41\x1a\x21\x0a\x06"
      "2.21.0\x12\x0d"
      "debug.Event:1\x1a\x08"
      "7642c663",
      44);
  const std::string bytes =
      std::string("\x2c\0\0\0\0\0\0\0\xf4\xae\xcc\x45", 12) + data + "\x35\x46\x2a\xdb";
  TfRecordReader reader(bytes);
  EXPECT_EQ(reader.Advance(), Next::kRecord);
  EXPECT_EQ(reader.data(), data);
}

TEST(TfRecord, NoBytesAreNoRecords) {
  TfRecordReader reader("");
  EXPECT_EQ(reader.Advance(), Next::kEnd);
  EXPECT_FALSE(reader.Resync());
}

TEST(TfRecord, TornAnywhereStaysBeforeTheRecord) {
  const std::string first = TfRecordFrame("first"), second = TfRecordFrame("second");
  const std::string whole = first + second;
  for (size_t size = first.size() + 1; size < whole.size(); ++size) {
    TfRecordReader reader(std::string_view(whole).substr(0, size));
    ASSERT_EQ(reader.Advance(), Next::kRecord);
    ASSERT_EQ(reader.Advance(), Next::kTorn) << size;
    ASSERT_EQ(reader.next_offset(), first.size());
    // When the rest has come, reading goes on from there.
    TfRecordReader later(whole, reader.next_offset());
    ASSERT_EQ(later.Advance(), Next::kRecord);
    ASSERT_EQ(later.data(), "second");
  }
}

TEST(TfRecord, DamagedDataIsPassedOver) {
  std::string bytes = TfRecordFrame("first") + TfRecordFrame("second");
  bytes[13] ^= 1;
  TfRecordReader reader(bytes);
  EXPECT_EQ(reader.Advance(), Next::kBadData);
  EXPECT_EQ(reader.record_offset(), 0u);
  EXPECT_EQ(reader.Advance(), Next::kRecord);
  EXPECT_EQ(reader.data(), "second");
}

TEST(TfRecord, AfterADamagedLengthOnlyResyncLeadsOn) {
  const std::string good = TfRecordFrame("good");
  for (const size_t flipped : {0u, 7u, 8u, 11u}) {
    std::string bytes = good + TfRecordFrame("damaged") + good;
    bytes[good.size() + flipped] ^= 64;
    TfRecordReader reader(bytes);
    ASSERT_EQ(reader.Advance(), Next::kRecord);
    ASSERT_EQ(reader.Advance(), Next::kBadLength);
    ASSERT_EQ(reader.Advance(), Next::kBadLength);
    ASSERT_TRUE(reader.Resync());
    ASSERT_EQ(reader.next_offset(), bytes.size() - good.size());
    ASSERT_EQ(reader.Advance(), Next::kRecord);
    ASSERT_EQ(reader.data(), "good");
    ASSERT_EQ(reader.Advance(), Next::kEnd);
  }
}

// However many there are, and wherever the record behind them begins.
TEST(TfRecord, ResyncPassesOverZerosAtOnce) {
  for (const size_t zeros : {1u, 7u, 8u, 12u, 13u, 100u, 4096u, 1u << 24}) {
    // A record whose length begins with a zero byte, as that of 256 bytes does.
    const std::string good = TfRecordFrame(std::string(256, 'x'));
    const std::string bytes = "damaged frame" + std::string(zeros, '\0') + good;
    TfRecordReader reader(bytes);
    ASSERT_EQ(reader.Advance(), Next::kBadLength);
    ASSERT_TRUE(reader.Resync()) << zeros;
    EXPECT_EQ(reader.next_offset(), bytes.size() - good.size());
    ASSERT_EQ(reader.Advance(), Next::kRecord);
    const std::string nothing(zeros, '\0');
    TfRecordReader empty(nothing);
    EXPECT_NE(empty.Advance(), Next::kRecord);
    EXPECT_FALSE(empty.Resync());
  }
}

TEST(TfRecord, ResyncFindsADamagedRecordToo) {
  std::string bytes = TfRecordFrame("a") + TfRecordFrame("b");
  bytes[0] ^= 1;
  bytes.back() ^= 1;
  TfRecordReader reader(bytes);
  EXPECT_EQ(reader.Advance(), Next::kBadLength);
  ASSERT_TRUE(reader.Resync());
  EXPECT_EQ(reader.Advance(), Next::kBadData);
}

TEST(TfRecord, ResyncStaysWhereNothingFollows) {
  std::string bytes = TfRecordFrame("only");
  bytes[0] ^= 1;
  TfRecordReader reader(bytes);
  EXPECT_EQ(reader.Advance(), Next::kBadLength);
  EXPECT_FALSE(reader.Resync());
  EXPECT_EQ(reader.next_offset(), 0u);
}

// A length near 2^64 must not wrap around into the file.
TEST(TfRecord, HugeLengthsAreTorn) {
  for (const uint64_t length : {~uint64_t{0}, ~uint64_t{0} - 15, uint64_t{1} << 63}) {
    const std::string header(reinterpret_cast<const char*>(&length), sizeof(length));
    const uint32_t check = MaskCrc(Crc32c(header));
    const std::string bytes =
        header + std::string(reinterpret_cast<const char*>(&check), sizeof(check)) + "some data";
    TfRecordReader reader(bytes);
    EXPECT_EQ(reader.Advance(), Next::kTorn);
  }
}

// Millions of headers that all claim the rest of the file: each byte is checked once. Once for each
// header would take days, so that the test comes to its end shows it.
TEST(TfRecord, ResyncIsLinear) {
  constexpr size_t kSize = 40'000'000;
  std::string bytes(1, '\0');
  while (bytes.size() < kSize) {
    const uint64_t rest = kSize - bytes.size();
    const std::string header(reinterpret_cast<const char*>(&rest), sizeof(rest));
    const uint32_t check = MaskCrc(Crc32c(header));
    bytes += header + std::string(reinterpret_cast<const char*>(&check), sizeof(check));
  }
  bytes.append(100, '\0');
  TfRecordReader reader(bytes);
  int steps = 0;
  for (Next next = reader.Advance(); next != Next::kEnd && next != Next::kTorn;
       next = reader.Advance()) {
    if (next == Next::kBadLength && !reader.Resync()) break;
    ++steps;
  }
  EXPECT_GT(steps, 0);
}

}  // namespace
}  // namespace tdbg::importers
